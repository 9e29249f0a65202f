/// A number or a truth over the entries of a branch.
struct Chart {
  /// What was asked for, as the title.
  let title: String
  /// The entries, the first perhaps the initial state.
  let entries: [Int]
  /// The value after each; `nil` where there was none.
  let values: [Double?]
  /// Whether the values are truths, 0 and 1.
  let isTruth: Bool

  /// The smallest and largest value; `nil` when there is none at all.
  var bounds: (low: Double, high: Double)? {
    var result: (low: Double, high: Double)?
    for case let value? in values { result = (min(result?.low ?? value, value), max(result?.high ?? value, value)) }
    return result
  }

  /// The values in at most `count` pieces from left to right, each with its smallest, largest and last value.
  func columns(_ count: Int) -> [(low: Double, high: Double, last: Double)?] {
    guard !values.isEmpty, count > 0 else { return [] }
    let pieces = min(count, values.count)
    return (0..<pieces).map { piece in
      let range = values.count * piece / pieces..<values.count * (piece + 1) / pieces
      var result: (low: Double, high: Double, last: Double)?
      for case let value? in values[range] {
        result = (min(result?.low ?? value, value), max(result?.high ?? value, value), value)
      }
      return result
    }
  }

  /// A number without needless digits.
  static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
    let rounded = (value * 1000).rounded() / 1000
    return abs(value) < 1e12 && rounded != 0 ? "\(rounded)" : "\(value)"
  }
}
