/// Stands in for UIKit's type, so that features which lead to the settings compile.
public enum UIApplication {
  /// The address of the application's settings.
  public static let openSettingsURLString = "app-settings:"
  /// The address of the application's notification settings.
  public static let openNotificationSettingsURLString = "app-settings:notifications"
}
