import Foundation

// Foundation has these on Apple platforms only; file storage keys are spelled with them.

extension URL {
  /// The folder of the user's documents.
  public static var documentsDirectory: URL { folder(.documentDirectory, named: "Documents") }
  /// The folder of what the application keeps for itself.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory, named: ".local/share") }
  /// The folder of what can be made again.
  public static var cachesDirectory: URL { folder(.cachesDirectory, named: ".cache") }
  /// The folder of what the user downloaded.
  public static var downloadsDirectory: URL { folder(.downloadsDirectory, named: "Downloads") }
  /// The folder of what lies on the user's desktop.
  public static var desktopDirectory: URL { folder(.desktopDirectory, named: "Desktop") }
  /// The folder of the user's pictures.
  public static var picturesDirectory: URL { folder(.picturesDirectory, named: "Pictures") }
  /// The folder of the user's music.
  public static var musicDirectory: URL { folder(.musicDirectory, named: "Music") }
  /// The folder of the user's films.
  public static var moviesDirectory: URL { folder(.moviesDirectory, named: "Videos") }
  /// The folder of what applications keep for the user.
  public static var libraryDirectory: URL { folder(.libraryDirectory, named: ".local/share") }

  private static func folder(_ directory: FileManager.SearchPathDirectory, named name: String) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: name, directoryHint: .isDirectory)
  }
}
