import ActionLanguage
import ComposableArchitecture

/// The start or the end of an effect.
struct EffectEvent: Hashable, Sendable {
  /// How an effect ended.
  enum Ending: Hashable, Sendable {
    case finished
    case failed(String)
    case cancelled(String)

    /// - Parameter root: The type of the root feature's state.
    init(_ ending: EffectEnding, in root: Any.Type) {
      switch ending {
      case .finished: self = .finished
      case .failed(let message): self = .failed(ValuePrinter.spellingIdentifiers(in: message))
      case .cancelled(.dismissed(let feature)):
        let reason = EffectEnding.Reason.dismissed(feature: ValuePrinter.spellingElements(in: feature, of: root))
        self = .cancelled(reason.description)
      case .cancelled(let reason): self = .cancelled(ValuePrinter.spellingIdentifiers(in: reason.description))
      }
    }

    /// How it ended, said of it.
    var text: String {
      switch self {
      case .finished: "finished"
      case .failed(let message): "failed: \(message)"
      case .cancelled(let reason): "was cancelled: \(reason)"
      }
    }
  }

  enum Kind: Hashable, Sendable {
    case started(path: String, cancellationIDs: [String])
    case ended(Ending)
  }

  /// The effect's number.
  let effect: Int
  let kind: Kind
  /// The entry it came after, counted from 0 within the step; -1 before the first.
  let entryIndex: Int

  static func started(_ effect: Int, path: String, cancellationIDs: [String], entryIndex: Int) -> Self {
    Self(effect: effect, kind: .started(path: path, cancellationIDs: cancellationIDs), entryIndex: entryIndex)
  }

  static func ended(_ effect: Int, _ ending: Ending, entryIndex: Int) -> Self {
    Self(effect: effect, kind: .ended(ending), entryIndex: entryIndex)
  }

  /// What happened, in the words of a line of the log, where the entry that did it stands before.
  var mark: String {
    guard case .ended(.cancelled(let reason)) = kind else { return text }
    let namesItself = reason.hasPrefix("cancelled") || reason.hasPrefix("replaced")
    return namesItself ? "e\(effect) \(reason)" : "e\(effect) cancelled: \(reason)"
  }

  /// What happened, in a few words.
  var text: String {
    switch kind {
    case .started: "e\(effect) started"
    case .ended(let ending): "e\(effect) \(ending.text)"
    }
  }
}
