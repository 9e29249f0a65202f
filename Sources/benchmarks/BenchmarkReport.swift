import Foundation

/// Prints figures as they are measured and remembers those that missed their bound.
struct BenchmarkReport {
  private(set) var missed: [String] = []

  /// What a figure is held against.
  enum Bound {
    case atMost(Double)
    case atLeast(Double)
    /// For orientation only: no bound.
    case none
  }

  mutating func begin(_ suite: String) {
    print("\n\(suite)")
  }

  /// Prints one figure.
  ///
  /// - Parameters:
  ///   - name: What was measured, as in the claim it belongs to.
  ///   - value: In `unit`.
  ///   - unit: "ns", "×", "/s", "B", …
  ///   - bound: In the same unit.
  mutating func add(_ name: String, _ value: Double, _ unit: String, _ bound: Bound = .none) {
    let holds: Bool
    let claim: String
    switch bound {
    case .atMost(let limit):
      holds = value <= limit
      claim = "≤ \(Self.text(limit))"
    case .atLeast(let limit):
      holds = value >= limit
      claim = "≥ \(Self.text(limit))"
    case .none:
      holds = true
      claim = ""
    }
    if !holds { missed.append(name) }
    let mark = if case .none = bound { " " } else { holds ? "✓" : "✗" }
    let padding = String(repeating: " ", count: max(1, 62 - name.count))
    let figure = "\(Self.text(value)) \(unit)"
    let space = String(repeating: " ", count: max(1, 18 - figure.count))
    print("  \(mark) \(name)\(padding)\(figure)\(space)\(claim)")
    fflush(nil)
  }

  /// Prints that a figure could not be measured, which counts as a miss.
  mutating func fail(_ name: String, _ reason: String) {
    missed.append(name)
    print("  ✗ \(name): \(reason)")
    fflush(nil)
  }

  func end() {
    print(missed.isEmpty ? "\nall figures hold" : "\nmissed: " + missed.joined(separator: "; "))
  }

  private static func text(_ value: Double) -> String {
    if value >= 100 {
      var digits = Array(String(Int(value.rounded())))
      var index = digits.count - 3
      while index > 0 {
        digits.insert("_", at: index)
        index -= 3
      }
      return String(digits)
    }
    return String(format: value >= 10 ? "%.1f" : "%.2f", value)
  }
}
