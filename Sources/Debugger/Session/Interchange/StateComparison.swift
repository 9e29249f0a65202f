import Foundation

/// Compares the states that a file of others has with those that its actions lead to here.
struct StateComparison {
  enum Finding {
    /// There was nothing to compare.
    case none
    /// So many states were the same.
    case same(Int)
    /// What the file has is no state of this feature.
    case otherShape
    /// The first that differs; `nil` stands for what is not there.
    case different(action: String, path: String, theirs: JSONText?, ours: JSONText?)
  }

  private(set) var finding = Finding.none
  private let states: [JSONText]
  private var isOver: Bool
  private var count = 0

  /// - Parameter states: The states of the file, in the order of its actions; `nil` when it has none.
  init(states: [JSONText]?) {
    self.states = states ?? []
    isOver = self.states.isEmpty
  }

  /// Looks whether the file's states are made as those here are.
  ///
  /// - Parameters:
  ///   - state: The state before all actions.
  ///   - staged: The place of that state in the file.
  mutating func begin(with state: Any, staged: Int?) {
    guard !isOver else { return }
    let theirs = (staged.flatMap(state(at:)) ?? states.lazy.compactMap { $0["state"] }.first)
    guard let theirs, Self.isAlike(theirs, JSONText(state)) else {
      finding = .otherShape
      isOver = true
      return
    }
    if let staged { compare(state, staged: staged, name: "\(staged)") }
  }

  /// Compares the state an action led to.
  mutating func compare(_ state: Any, staged: Int, after action: Session.ForeignAction) {
    compare(state, staged: staged, name: action.name)
  }

  /// Nothing is compared from here on, since an action is missing.
  mutating func stop() { isOver = true }

  private mutating func compare(_ state: Any, staged: Int, name: String) {
    guard !isOver, let theirs = self.state(at: staged) else { return }
    if let (path, theirs, ours) = Self.difference(theirs, JSONText(state), path: "") {
      finding = .different(action: name, path: path, theirs: theirs, ours: ours)
      isOver = true
    } else {
      count += 1
      finding = .same(count)
    }
  }

  private func state(at place: Int) -> JSONText? { states.indices.contains(place) ? states[place]["state"] : nil }

  /// Whether two states may be of one type: both without parts, both lists, or both with the same names.
  private static func isAlike(_ first: JSONText, _ second: JSONText) -> Bool {
    switch (first, second) {
    case (.object(let first), .object(let second)): Set(first.map(\.0)) == Set(second.map(\.0))
    case (.array, .array): true
    case (.object, _), (_, .object), (.array, _), (_, .array): false
    default: true
    }
  }

  /// The first place where two values differ.
  private static func difference(
    _ theirs: JSONText?, _ ours: JSONText?, path: String
  ) -> (path: String, theirs: JSONText?, ours: JSONText?)? {
    switch (theirs, ours) {
    case (.object(let first)?, .object(let second)?):
      let theirs = Dictionary(first, uniquingKeysWith: { _, last in last })
      let ours = Dictionary(second, uniquingKeysWith: { _, last in last })
      let names = second.map(\.0) + first.map(\.0).filter { ours[$0] == nil }
      for name in names {
        let place = path.isEmpty ? name : "\(path).\(name)"
        if let found = difference(theirs[name], ours[name], path: place) { return found }
      }
      return nil
    case (.array(let first)?, .array(let second)?):
      for index in 0..<max(first.count, second.count) {
        let theirs = index < first.count ? first[index] : nil
        let ours = index < second.count ? second[index] : nil
        if let found = difference(theirs, ours, path: "\(path)[\(index)]") { return found }
      }
      return nil
    case (let first?, let second?):
      if first.text == second.text { return nil }
      // 1 and 1.0 are one number.
      if let first = first.value, let second = second.value, first == second { return nil }
      return (path, first, second)
    case (nil, nil): return nil
    default: return (path, theirs, ours)
    }
  }
}

extension JSONText {
  /// The number, however it is written.
  fileprivate var value: Double? {
    switch self {
    case .number(let number): Double(number)
    case .literal(let text): Double(text)
    default: nil
    }
  }

  /// An action's id as a name in an object.
  var idText: String {
    switch self {
    case .string(let text): text
    default: text
    }
  }
}
