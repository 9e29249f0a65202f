/// Sparse recorded states, bounded in number.
///
/// The distance between keyframes starts small, where a log is short and its states matter most; each time the limit is reached
/// every other keyframe goes and the distance doubles. So the number of states is bounded, and the way from a keyframe to any
/// entry grows only with the log divided by the limit.
struct Keyframes<State> {
  let initialState: State
  private var states: [Int: State] = [:]
  /// The numbers of the entries that have a keyframe, ascending.
  private var numbers: [Int] = []
  private let limit: Int
  private var distance = 32

  init(initialState: State, limit: Int) {
    self.initialState = initialState
    self.limit = max(limit, 2)
  }

  var count: Int { numbers.count + 1 }

  subscript(entry: Int) -> State? { entry == 0 ? initialState : states[entry] }

  /// Whether the state after an entry should be kept.
  ///
  /// - Parameters:
  ///   - entry: The entry's number.
  ///   - run: How many entries were reduced since the last one that was asked for.
  func isDue(atEntry entry: Int, after run: Int) -> Bool {
    guard entry > 0, states[entry] == nil else { return false }
    return run >= distance || entry % distance < min(run, distance)
  }

  mutating func store(_ state: State, atEntry entry: Int) {
    guard entry > 0, states.updateValue(state, forKey: entry) == nil else { return }
    let place = insertionPlace(of: entry)
    numbers.insert(entry, at: place)
    guard numbers.count >= limit else { return }
    distance *= 2
    var kept: [Int] = []
    for (index, number) in numbers.enumerated() {
      if index.isMultiple(of: 2) { states[number] = nil } else { kept.append(number) }
    }
    numbers = kept
  }

  /// The newest keyframe of the entries in a range.
  func newest(in range: Range<Int>) -> (Int, State)? {
    let place = insertionPlace(of: range.upperBound)
    guard place > 0, range.contains(numbers[place - 1]), let state = states[numbers[place - 1]] else { return nil }
    return (numbers[place - 1], state)
  }

  private func insertionPlace(of entry: Int) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
