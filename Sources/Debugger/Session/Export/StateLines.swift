import ActionLanguage

/// The states of a branch as lines of their trees, each state only by how its lines differ from those of the one before.
struct StateLines {
  /// One line of a tree.
  struct Line: Hashable {
    let depth: Int
    let label: String
    let text: String
    /// `path`, `presentation`, `destination`, `alert`, or empty.
    let mark: String
    let path: String
  }

  /// How the lines of one state differ: at `start`, `removed` lines go and others come, by their numbers in `table`.
  struct Difference {
    let start: Int
    let removed: Int
    let inserted: [Int]
  }

  private(set) var table: [Line] = []
  private(set) var differences: [Difference] = []
  private var numbers: [Line: Int] = [:]
  private var current: [Int] = []

  /// More lines of one state nobody reads, nor more of one value.
  private static let lineLimit = 2_000
  private static let childLimit = 100
  private static let textLimit = 400

  /// Takes the next state.
  ///
  /// - Complexity: The lines of the state; only those that differ are kept.
  mutating func append(_ state: Any, label: String) {
    let lines = lines(of: state, label: label)
    var start = 0
    while start < min(lines.count, current.count), lines[start] == current[start] { start += 1 }
    var end = 0
    while end < min(lines.count, current.count) - start, lines[lines.count - 1 - end] == current[current.count - 1 - end] {
      end += 1
    }
    differences.append(
      Difference(start: start, removed: current.count - start - end, inserted: Array(lines[start..<lines.count - end])))
    current = lines
  }

  /// The next state follows this one, which was taken before.
  mutating func begin(with state: Any, label: String) { current = lines(of: state, label: label) }

  /// The next state follows none.
  mutating func forget() { current = [] }

  private mutating func lines(of state: Any, label: String) -> [Int] {
    var lines: [Int] = []
    var pending: [(node: ValueNode, depth: Int)] = [(ValueNode.inspect(state, label: label), 0)]
    while let next = pending.popLast(), lines.count < Self.lineLimit {
      lines.append(number(of: next.node, depth: next.depth))
      guard next.depth < 64 else { continue }
      for child in next.node.children.prefix(Self.childLimit).reversed() { pending.append((child, next.depth + 1)) }
    }
    return lines
  }

  private mutating func number(of node: ValueNode, depth: Int) -> Int {
    let mark =
      switch node.kind {
      case .path where node.isActive: "path"
      case .presentation where node.isActive: "presentation"
      case .destination: "destination"
      case .alert: "alert"
      default: ""
      }
    let text = node.summary.count > Self.textLimit ? node.summary.prefix(Self.textLimit) + "…" : node.summary
    let line = Line(depth: depth, label: node.label, text: text, mark: mark, path: node.path)
    if let known = numbers[line] { return known }
    numbers[line] = table.count
    table.append(line)
    return table.count - 1
  }
}
