/// Sparse recorded states, bounded in number and in bytes.
///
/// The distance between keyframes starts small, where a log is short and its states matter most; each time a limit is reached
/// every other keyframe goes and the distance doubles. So the number of states is bounded, and the way from a keyframe to any
/// entry grows only with the log divided by the limit.
struct Keyframes<State> {
  let initialState: State
  private var states: [Int: (state: State, bytes: Int)] = [:]
  /// The numbers of the entries that have a keyframe, ascending.
  private(set) var numbers: [Int] = []
  private let limit: Int
  private let measure: @Sendable (State) -> Int
  private(set) var distance = 32
  /// The bytes of the states kept, as they were measured.
  private(set) var bytes = 0
  /// No more bytes than this are kept, apart from one state.
  var budget = Int.max { didSet { thin() } }

  init(initialState: State, limit: Int, measure: @escaping @Sendable (State) -> Int) {
    self.initialState = initialState
    self.limit = max(limit, 2)
    self.measure = measure
  }

  var count: Int { numbers.count + 1 }

  subscript(entry: Int) -> State? { entry == 0 ? initialState : states[entry]?.state }

  /// Whether the state after an entry should be kept.
  ///
  /// - Parameters:
  ///   - entry: The entry's number.
  ///   - run: How many entries were reduced since the last one that was asked for.
  func isDue(atEntry entry: Int, after run: Int) -> Bool {
    // Whether one is there already is asked last, since that costs most.
    guard entry > 0, run >= distance || entry % distance < min(run, distance) else { return false }
    return states[entry] == nil
  }

  mutating func store(_ state: State, atEntry entry: Int) {
    guard entry > 0, states[entry] == nil else { return }
    let size = measure(state)
    states[entry] = (state, size)
    bytes += size
    numbers.insert(entry, at: insertionPlace(of: entry))
    thin()
  }

  mutating func remove(_ entries: Range<Int>) {
    guard let last = numbers.last, last >= entries.lowerBound else { return }
    let places = insertionPlace(of: entries.lowerBound)..<insertionPlace(of: entries.upperBound)
    for number in numbers[places] { forget(number) }
    numbers.removeSubrange(places)
  }

  /// The newest keyframe of the entries in a range.
  func newest(in range: Range<Int>) -> (Int, State)? {
    let place = insertionPlace(of: range.upperBound)
    guard place > 0, range.contains(numbers[place - 1]), let kept = states[numbers[place - 1]] else { return nil }
    return (numbers[place - 1], kept.state)
  }

  private mutating func thin() {
    while numbers.count >= limit || (bytes > budget && numbers.count > 1) {
      distance *= 2
      var kept: [Int] = []
      for (index, number) in numbers.enumerated() {
        if index.isMultiple(of: 2) { forget(number) } else { kept.append(number) }
      }
      numbers = kept
    }
  }

  private mutating func forget(_ number: Int) {
    bytes -= states.removeValue(forKey: number)?.bytes ?? 0
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
