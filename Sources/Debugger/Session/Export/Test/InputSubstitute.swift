import Timeline

/// Other inputs in place of some that a test store cannot perform, if they come to the same.
struct InputSubstitute {
  struct Change {
    let input: Input
    /// What a test says where it stands; may be empty.
    let remark: String
  }

  /// The inputs that change, by their places from 1.
  private(set) var changes: [Int: Change] = [:]
  /// The first of those places.
  let place: Int
  /// The effect that is held, when it is about that.
  let heldEffect: Int?

  /// An input that does nothing.
  private static let nothing = Input.advance(.zero)

  /// All that can be tried, the simpler before the others.
  static func all(for inputs: [Input]) -> [InputSubstitute] {
    // What is really outside is there only once.
    guard !inputs.contains(where: { if case .live = $0 { true } else { false } }) else { return [] }
    var found: [InputSubstitute] = []
    for (index, input) in inputs.enumerated() {
      guard case .hold(let effect) = input else { continue }
      let release = inputs[index...].firstIndex(of: .release(effect: effect))
      var unheld = InputSubstitute(place: index + 1, heldEffect: effect)
      unheld.put(nothing, at: index, "The session held e\(effect) here; without that the same comes in the same order.")
      if let release { unheld.put(nothing, at: release) }
      found.append(unheld)
      guard let release else { continue }
      let answers = inputs[index..<release].indices.filter { place in
        switch inputs[place] {
        case .answer(effect, _), .fail(effect, _): true
        default: false
        }
      }
      guard let answer = answers.first, answers.count == 1 else { continue }
      var later = InputSubstitute(place: index + 1, heldEffect: effect)
      later.put(nothing, at: index, "The session held e\(effect) here: its answer comes where it was released.")
      later.put(nothing, at: answer)
      later.put(inputs[answer], at: release)
      found.append(later)
    }
    return found + fromOutside(inputs)
  }

  /// What effects did because the user said so, as actions from outside.
  private static func fromOutside(_ inputs: [Input]) -> [InputSubstitute] {
    var found: [Int: InputSubstitute] = [:]
    for (index, input) in inputs.enumerated() {
      switch input {
      case .arrival(let effect, let action):
        found[effect, default: InputSubstitute(place: index + 1, heldEffect: nil)]
          .put(.action(text: action), at: index, "In the session e\(effect) sent this, as something outside would have made it.")
      case .departure(let effect, nil):
        found[effect, default: InputSubstitute(place: index + 1, heldEffect: nil)]
          .put(nothing, at: index, "The session ended e\(effect) here, as something outside would have.")
      default: break
      }
    }
    return found.values.sorted { $0.place < $1.place }
  }

  private init(place: Int, heldEffect: Int?) {
    self.place = place
    self.heldEffect = heldEffect
  }

  private mutating func put(_ input: Input, at index: Int, _ remark: String = "") {
    changes[index + 1] = Change(input: input, remark: remark)
  }
}
