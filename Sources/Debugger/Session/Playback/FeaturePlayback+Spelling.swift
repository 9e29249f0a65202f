import ActionLanguage
import Timeline

/// What was found out about the spelling of recorded actions.
struct EntrySpellings<State> {
  /// Spellings by entry.
  var known: [Int: String] = [:]
  /// The newest state that was asked, and the entry that follows it.
  var cursor: (next: Int, state: State)?
  /// A log of any length is spelled with so many texts at hand.
  static var limit: Int { 4_096 }
}

/// Recorded actions are written as they can be typed where they stand in the log: elements that lived there in the dotted spelling,
/// others in Swift's.
extension FeaturePlayback {
  func spelling(of action: Action, ofEntry number: Int, inStep step: Int) -> String {
    // What was typed was written in its state when it was recorded.
    if case .action(let text) = recorded.steps[step].input, number == recorded.steps[step].firstEntry { return text }
    let text = ValuePrinter.dotted(action: action)
    // Without brackets no element is addressed.
    guard text.contains("[") else { return text }
    if let known = spellings.known[number] { return known }
    let values = viewingWorld.storage.capture()
    defer { viewingWorld.storage.restore(values) }
    let state = stateBefore(number, inStep: step)
    let spelled = ValuePrinter.dotted(action: action, state: state)
    spellings.cursor = (number, state)
    if spellings.known.count >= EntrySpellings<State>.limit { spellings.known = [:] }
    spellings.known[number] = spelled
    return spelled
  }

  /// The state an entry was reduced in; a log that is read in order costs one reduction an entry.
  private func stateBefore(_ number: Int, inStep step: Int) -> State {
    let record = recorded.steps[step]
    if let cursor = spellings.cursor {
      spellings.cursor = nil
      if cursor.next == number { return cursor.state }
      let previous = number == record.firstEntry ? record.entryBefore : number - 1
      if cursor.next == previous, previous > 0 {
        var state = cursor.state
        recorded.apply(recorded.entries[previous - 1], to: &state, reduce: reduceAgain)
        return state
      }
    }
    return recorded.state(at: Position(step: step, shown: number - record.firstEntry), reduce: reduceAgain)
  }
}
