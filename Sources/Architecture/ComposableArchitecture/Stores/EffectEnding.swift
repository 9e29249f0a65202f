/// How an effect ended.
package enum EffectEnding: Hashable, Sendable {
  /// Its work was done.
  case finished
  /// It threw an error that nobody handled; the message is what was reported.
  case failed(String)
  case cancelled(Reason)

  /// Why an effect was cancelled.
  package enum Reason: Hashable, Sendable, CustomStringConvertible {
    case dismissed(feature: String)
    case replaced(cancellationID: String)
    case cancelled(cancellationID: String)
    case taskCancelled
    case storeGone
    case byUser

    package var description: String {
      switch self {
      case .dismissed(let feature): "\(feature) went away"
      case .replaced(let id): "replaced by a newer effect of \(id)"
      case .cancelled(let id): "cancelled by \(id)"
      case .taskCancelled: "its task was cancelled"
      case .storeGone: "the store went away"
      case .byUser: "cancelled by hand"
      }
    }
  }
}
