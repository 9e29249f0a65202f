/// Whether a button cancels or destroys.
public enum ButtonStateRole: Hashable, Sendable {
  case cancel
  case destructive
}
