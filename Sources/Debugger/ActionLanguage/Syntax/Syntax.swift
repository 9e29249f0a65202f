/// A piece of text as a tree, before any type is known.
struct Syntax: Sendable {
  enum Form: Sendable {
    /// Names, calls and subscripts: `.tab1(.x)`, `path[0].detail`, `Standup(id: 1)`, `true`.
    case chain(Chain)
    /// Digits with sign, underscores, fraction, exponent and unit as written.
    case number(String)
    case string(String)
    /// `#3`
    case elementID(Int)
    /// `\.standup.title`, and the name of the root's type where it is written, `\Standup.title`.
    case keyPath([String], root: String? = nil)
    case array([Syntax])
    case dictionary([(key: Syntax, value: Syntax)])
    /// Anything in parentheses.
    case tuple([Argument])
    /// `_`
    case wildcard
    indirect case prefix(String, Syntax)
    /// `3...`
    indirect case postfix(String, Syntax)
    indirect case binary(String, Syntax, Syntax)
  }

  struct Chain: Sendable {
    var hasLeadingDot: Bool
    var steps: [Step]
    /// Whether a backslash stands before it, as in `\State.path[0]`: then it may begin with the name of the root's type.
    var isKeyPath = false
  }

  struct Step: Sendable {
    enum Form: Sendable {
      case name(String)
      case call([Argument])
      case index([Argument])
    }
    var form: Form
    var range: Range<Int>

    var name: String? { if case .name(let name) = form { name } else { nil } }
  }

  struct Argument: Sendable {
    var label: String?
    var value: Syntax
    /// From the label to the end of the value.
    var range: Range<Int>
  }

  var form: Form
  /// Offsets into the UTF-8 of the text.
  var range: Range<Int>

  /// The only name of a chain without leading dot: `true`, `nil`, `now`.
  var bareWord: String? {
    guard case .chain(let chain) = form, !chain.hasLeadingDot, chain.steps.count == 1 else { return nil }
    return chain.steps[0].name
  }

  /// The parts that are syntax themselves, in the order in which they are written.
  var parts: [Syntax] {
    switch form {
    case .chain(let chain):
      chain.steps.flatMap { step -> [Syntax] in
        switch step.form {
        case .call(let arguments), .index(let arguments): arguments.map(\.value)
        case .name: []
        }
      }
    case .array(let elements): elements
    case .dictionary(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .tuple(let arguments): arguments.map(\.value)
    case .prefix(_, let operand), .postfix(_, let operand): [operand]
    case .binary(_, let left, let right): [left, right]
    case .number, .string, .elementID, .keyPath, .wildcard: []
    }
  }

  /// Whether it is the time: `now`, and `Date.now` as Swift has it.
  var isNow: Bool {
    if bareWord == "now" { return true }
    guard case .chain(let chain) = form, !chain.hasLeadingDot, chain.steps.count == 2 else { return false }
    return chain.steps[0].name == "Date" && chain.steps[1].name == "now"
  }

  /// Where the time stands in it, in the order in which it is written.
  ///
  /// - Complexity: Linear in its size; nesting is bounded by the parser.
  var usesOfNow: [Range<Int>] { isNow ? [range] : parts.flatMap(\.usesOfNow) }

  /// The same without brackets around all of it.
  var withoutBrackets: Syntax {
    guard case .tuple(let arguments) = form, arguments.count == 1, arguments[0].label == nil else { return self }
    return arguments[0].value.withoutBrackets
  }

  /// What it is, for an error.
  var summary: String {
    switch form {
    case .chain(let chain):
      switch bareWord {
      case "true", "false": "a Bool"
      case "nil": "nil"
      case "now": "the Date now"
      default:
        (chain.hasLeadingDot ? "." : "") + chain.steps.prefix { $0.name != nil }.compactMap(\.name).joined(separator: ".")
          + (chain.steps.contains { $0.name == nil } ? "…" : "")
      }
    case .number(let text): (text.dropFirst().contains("-") && DateText.isWritten(text) ? "the date " : "the number ") + text
    case .string: "a String"
    case .elementID(let id): "the element id #\(id)"
    case .keyPath: "a key path"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .tuple(let arguments): arguments.count == 1 ? "a value in parentheses" : "a tuple of \(arguments.count)"
    case .wildcard: "_"
    case .prefix(let symbol, _), .postfix(let symbol, _), .binary(let symbol, _, _): "an expression with \(symbol)"
    }
  }
}

/// A whole line: an action in either spelling.
struct ActionLine: Sendable {
  enum Verb: String, Sendable { case push, pop }
  var verb: Verb?
  var action: Syntax
  /// The key path after `binding`, or what `push` pushes.
  var operand: Syntax?
  /// What stands right of `=`.
  var assigned: Syntax?
}
