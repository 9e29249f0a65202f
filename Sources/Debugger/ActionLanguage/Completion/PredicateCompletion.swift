import Foundation
import Reflection

/// Follows an unfinished condition up to the cursor.
struct PredicateCompletion {
  let bytes: [UInt8]
  let state: Any
  /// What a path that is all there is may lead to.
  var alone = Completion.Alone.anything

  /// What stands before the cursor.
  private struct Clause {
    /// The path on the left of an operator.
    var left: Range<Int>?
    /// The comparison whose right side is next.
    var comparison: String?
    /// Whether the clause says something already, so that another may be joined to it.
    var isWhole = false
    /// Whether it is a condition in brackets, whose truth may be compared.
    var isTruth = false
    /// Whether `!` stands before its path, which only the truth can follow.
    var isNegated = false
  }

  private static let comparisons: Set<String> = ["==", "!=", "<", "<=", ">", ">=", "is", "contains"]

  func proposal() -> Completion.Proposal {
    var clause = Clause()
    var expectsOperand = true
    var position = 0
    while true {
      while position < bytes.count, isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count else { break }
      let start = position
      if expectsOperand {
        if bytes[position] == UInt8(ascii: "(") || bytes[position] == UInt8(ascii: "!") {
          clause = Clause(isNegated: bytes[position] == UInt8(ascii: "!"))
          position += 1
          continue
        }
        position = endOfOperand(from: position)
        if position == bytes.count { return operands(clause, from: start) }
        // Something that no operand begins with.
        if position == start { return nothing }
        if clause.comparison == nil, !clause.isNegated, !clause.isTruth {
          clause.left = start..<position
        } else {
          clause.isWhole = true
        }
        expectsOperand = false
      } else if bytes[position] == UInt8(ascii: ")") {
        position += 1
        clause = Clause(isWhole: true, isTruth: clause.isWhole)
      } else {
        position = endOfOperator(from: position)
        if position == bytes.count { return operators(clause, from: start) }
        let symbol = text(start..<position)
        if symbol == "&&" || symbol == "||" {
          clause = Clause()
        } else if clause.isTruth, clause.comparison == nil, symbol == "==" || symbol == "!=" {
          clause.comparison = symbol
        } else if Self.comparisons.contains(symbol), !clause.isWhole {
          clause.comparison = symbol
        } else {
          return nothing
        }
        expectsOperand = true
      }
    }
    return expectsOperand ? operands(clause, from: bytes.count) : operators(clause, from: bytes.count)
  }

  private var nothing: Completion.Proposal { Completion.Proposal(range: bytes.count..<bytes.count, candidates: []) }
  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  private func endOfOperand(from start: Int) -> Int {
    NestedText.end(in: bytes, from: start, before: " \t)=!<>&|") ?? bytes.count
  }

  private func endOfOperator(from start: Int) -> Int {
    var position = start
    let isSymbol = "=!<>&|".utf8.contains(bytes[start])
    while position < bytes.count, !isSpace(bytes[position]), "=!<>&|".utf8.contains(bytes[position]) == isSymbol { position += 1 }
    return position
  }

  // MARK: Candidates

  private func operands(_ clause: Clause, from start: Int) -> Completion.Proposal {
    let typed = text(start..<bytes.count)
    // What begins as a literal is no path.
    let isLiteral = typed.utf8.first.map { "\"#-0123456789".utf8.contains($0) } ?? false
    var paths = isLiteral ? nothing : Completion.paths(for: typed, cursor: typed.utf8.count, state: state, isAlone: true)
    if isLiteral { paths.range = 0..<0 }
    paths.range = paths.range.lowerBound + start..<paths.range.upperBound + start
    if clause.isTruth, clause.comparison != nil {
      var values = values(typed, .of(Bool.self))
      values.range = values.range.lowerBound + start..<values.range.upperBound + start
      paths = comparable(paths, to: .of(Bool.self), from: start, isElement: false)
      if values.candidates.isEmpty { return paths }
      if values.range == paths.range { values.candidates += paths.candidates }
      return values
    }
    guard let comparison = clause.comparison, let left = clause.left else {
      return conditions(paths, from: start, isNegated: clause.isNegated)
    }
    // A value may stand left as well; what leads nowhere compares with nothing.
    guard let type = type(at: left) else { return isValue(at: left) ? paths : nothing }
    var values = Completion.Proposal(range: 0..<0, candidates: [])
    let notation = Notation.of(type)
    if comparison != "is" {
      paths = comparable(paths, to: notation, from: start, isElement: comparison == "contains")
    }
    switch comparison {
    case "is":
      var candidates = notation.isOptional ? [Completion.Candidate(text: "nil", explanation: notation.name)] : []
      // The name of the type may stand before the case.
      let qualifier =
        typed.hasPrefix(".") ? "." : typed.lastIndex(of: ".").map { String(typed[...$0]) } ?? (typed.isEmpty ? "." : "")
      candidates += notation.bare.shape.cases.map {
        Completion.Candidate(text: qualifier + TextPrinter.name($0.name), explanation: "case")
      }
      return Completion.proposal(start..<bytes.count, typed: typed, candidates)
    case "contains":
      guard case .collection(let collection) = notation.bare.form else {
        guard notation.bare.type == String.self else { return paths }
        values = self.values(typed, notation.bare, showsExamples: true)
        break
      }
      values = self.values(typed, .of(collection.identityType ?? collection.elementType), showsExamples: true)
    default:
      // Nothing is less than nil or more.
      let hasOrder = comparison != "==" && comparison != "!="
      values = self.values(typed, hasOrder ? notation.bare : notation, showsExamples: hasOrder && notation.isOptional)
      // Beside an enum its case goes before a property of that name.
      if case .enumeration = notation.bare.form {} else { values.candidates.removeAll(where: isReadAsPath) }
    }
    guard !values.candidates.isEmpty else { return adding(valueNow(at: left, notation), to: paths, typed, from: start) }
    values.range = values.range.lowerBound + start..<values.range.upperBound + start
    // A case and a property may be spelled alike, and after a dot a case is meant.
    if values.range == paths.range {
      let known = Set(values.candidates.map(\.text))
      values.candidates += paths.candidates.filter { !known.contains($0.text) }
    }
    return values
  }

  /// Whether a value begins there, and no path.
  private func isValue(at range: Range<Int>) -> Bool {
    bytes[range].first.map { "\"#-.0123456789".utf8.contains($0) } == true || ["true", "false", "nil"].contains(text(range))
  }

  /// The paths a condition may begin with. One that says nothing by itself and leads to nothing more gets the space behind which
  /// operators are offered.
  private func conditions(_ paths: Completion.Proposal, from start: Int, isNegated: Bool) -> Completion.Proposal {
    let before = text(start..<paths.range.lowerBound)
    // In brackets stand ids, and a dot may come after them.
    guard before.last != "[" else { return paths }
    var result = isNegated ? comparable(paths, to: .of(Bool.self), from: start, isElement: false) : paths
    // What is joined to something else, or stands in brackets, must be true or false.
    let alone = bytes[..<start].allSatisfy(isSpace) ? alone : .truth
    guard alone != .anything else { return result }
    result.candidates = result.candidates.compactMap { candidate in
      guard let path = try? StatePath(before + candidate.text), let value = try? path.evaluate(in: state) else {
        return candidate
      }
      // The name of a case that holds nothing neither says anything nor compares with anything.
      if value is Void { return nil }
      guard !alone.takes(value), PathCompletion.members(of: value).isEmpty else { return candidate }
      var candidate = candidate
      candidate.text += " "
      return candidate
    }
    return result
  }

  /// Whether a case is spelled as a part of the state is, which goes before it.
  private func isReadAsPath(_ candidate: Completion.Candidate) -> Bool {
    guard candidate.text.hasPrefix("."), let path = try? StatePath(String(candidate.text.dropFirst())) else { return false }
    return (try? path.evaluate(in: state)) != nil
  }

  /// What stands left of a comparison now, to be changed into what is looked for; `nil` for what is long or has parts.
  private func valueNow(at left: Range<Int>, _ notation: Notation) -> Completion.Candidate? {
    guard case .leaf = notation.form, let path = try? StatePath(text(left)), let value = try? path.evaluate(in: state) else {
      return nil
    }
    let text = ValuePrinter.text(of: value)
    return text.utf8.count > 60 ? nil : Completion.Candidate(text: text, explanation: "the value now")
  }

  private func adding(
    _ candidate: Completion.Candidate?, to paths: Completion.Proposal, _ typed: String, from start: Int
  ) -> Completion.Proposal {
    guard let candidate, candidate.text.hasPrefix(typed), candidate.text != typed else { return paths }
    guard paths.range.lowerBound == start || paths.candidates.isEmpty else { return paths }
    return Completion.Proposal(range: start..<bytes.count, candidates: [candidate] + paths.candidates)
  }

  /// The paths that lead to a value that can stand right of a comparison, or to one that has such in it.
  private func comparable(
    _ paths: Completion.Proposal, to left: Notation, from start: Int, isElement: Bool
  ) -> Completion.Proposal {
    let before = text(start..<paths.range.lowerBound)
    // In brackets stand ids, and a dot may come after them.
    guard before.last != "[" else { return paths }
    var wanted = left.bare
    if isElement, case .collection(let collection) = wanted.form {
      wanted = Notation.of(collection.identityType ?? collection.elementType).bare
    }
    var result = paths
    result.candidates = paths.candidates.filter { candidate in
      guard let path = try? StatePath(before + candidate.text), let value = try? path.evaluate(in: state) else { return true }
      var budget = 100
      return leads(value, to: wanted, depth: 0, &budget)
    }
    return result
  }

  /// Whether a value, or something that a path behind it leads to, can be compared with one of a type.
  private func leads(_ value: Any, to wanted: Notation, depth: Int, _ budget: inout Int) -> Bool {
    guard depth < 6, budget > 0, let value = StateLookup.unwrapped(value) else { return false }
    budget -= 1
    let notation = Notation.of(Swift.type(of: value)).bare
    if notation.type == wanted.type || notation.type is any Numeric.Type && wanted.type is any Numeric.Type { return true }
    switch notation.form {
    case .structure, .tuple:
      return notation.shape.fields.contains { field in
        (try? notation.shape.read(field, from: value)).map { leads($0, to: wanted, depth: depth + 1, &budget) } ?? false
      }
    case .enumeration:
      guard let payload = (try? notation.shape.project(value))?.payload else { return false }
      return leads(payload, to: wanted, depth: depth + 1, &budget)
    default:
      if wanted.type == Int.self || wanted.type == Bool.self, !StatePath.properties(of: notation).isEmpty { return true }
      guard let rows = value as? any CollectionNotation, rows.elementCount > 0 else { return false }
      return leads(rows.element(at: 0), to: wanted, depth: depth + 1, &budget)
    }
  }

  private func values(_ typed: String, _ notation: Notation, showsExamples: Bool = false) -> Completion.Proposal {
    var reader = CompletionReader(
      bytes: Array(typed.utf8), root: CompletionReader.Place(notation: notation, state: nil), ids: state)
    reader.showsExamples = showsExamples
    return reader.proposal()
  }

  private func operators(_ clause: Clause, from start: Int) -> Completion.Proposal {
    var symbols: [String] = []
    var joins = clause.isWhole
    if !clause.isWhole, let left = clause.left, let type = type(at: left), type != Void.self {
      let notation = Notation.of(type).bare
      symbols = ["==", "!="]
      if notation.type is any Comparable.Type, notation.type != Bool.self { symbols += ["<", "<=", ">", ">="] }
      if case .enumeration = notation.form { symbols.append("is") }
      switch notation.form {
      case .collection, .dictionary: symbols.append("contains")
      default: if notation.type == String.self { symbols.append("contains") }
      }
      joins = notation.type == Bool.self
    }
    if joins { symbols += ["&&", "||"] }
    return Completion.proposal(
      start..<bytes.count, typed: text(start..<bytes.count),
      symbols.map { Completion.Candidate(text: $0 + " ", explanation: Self.explanations[$0] ?? "") })
  }

  private static let explanations = [
    "==": "is equal to", "!=": "is not equal to", "<": "is less than", "<=": "is at most", ">": "is greater than",
    ">=": "is at least", "is": "is in the case", "contains": "has an element or a part", "&&": "and", "||": "or",
  ]

  /// The type of what a path leads to; `nil` when it leads nowhere now.
  private func type(at range: Range<Int>) -> Any.Type? {
    guard let path = try? StatePath(text(range)), let value = try? path.evaluate(in: state) else {
      // The time, unless a property is called so.
      return ["now", "Date.now"].contains(text(range)) ? Date.self : nil
    }
    return Swift.type(of: value)
  }
}
