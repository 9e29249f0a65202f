import Foundation
import Reflection

/// Reads a line as most are, written as they are printed, in one pass from its bytes to the value: names, brackets, labels, ids and
/// plain literals, in either spelling.
///
/// What is written otherwise, is wrong or may have another reading is left to `DecodingContext`, which reads all of the language and
/// these lines with the same result. So nothing here explains anything: it succeeds or gives up.
struct StraightReading {
  private let bytes: [UInt8]
  private var position = 0
  private static let lengthLimit = 1_024
  private static let depthLimit = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The action that a line means; `nil` when `DecodingContext` must read it.
  ///
  /// - Complexity: linear in the length of the text.
  static func action(_ text: String, as type: Any.Type, state: Any?) -> Any? {
    guard text.utf8.count <= lengthLimit else { return nil }
    var reading = StraightReading(Array(text.utf8))
    let action = reading.value(.of(type), state.map { LiveState($0) }, depth: 0)
    return reading.position == reading.bytes.count ? action : nil
  }

  // MARK: Values

  /// A value up to a comma, a closing bracket or the end.
  private mutating func value(_ notation: Notation, _ state: LiveState?, depth: Int) -> Any? {
    guard notation.isPlainEnumeration else { return notation.isLeaf ? literal(notation) : nil }
    skip(UInt8(ascii: "."))
    return enumeration(notation, state, depth: depth)
  }

  private mutating func enumeration(_ notation: Notation, _ state: LiveState?, depth: Int) -> Any? {
    guard depth < Self.depthLimit, notation.isPlainEnumeration, let name = name() else { return nil }
    return enumeration(notation, name, state, depth: depth)
  }

  private mutating func enumeration(_ notation: Notation, _ name: Range<Int>, _ state: LiveState?, depth: Int) -> Any? {
    let presented = notation.presentedPosition
    let inside = presented.flatMap { notation.payload(ofCase: $0) }
    let found = notation.caseNames.position(of: bytes, name)
    if let presented, let inside {
      // A name of both has several readings.
      guard (found == nil) != (inside.caseNames.position(of: bytes, name) == nil) else { return nil }
      if found == nil {
        guard inside.isPlainEnumeration, depth < Self.depthLimit,
          let action = enumeration(inside, name, state, depth: depth + 1)
        else { return nil }
        return try? notation.shape.build(case: notation.shape.cases[presented], payload: action)
      }
    }
    guard let found else { return nil }
    let enumCase = notation.shape.cases[found]
    guard enumCase.isAccessible else { return nil }
    if isAtEndOfValue {
      guard enumCase.payload == nil else { return nil }
      return try? notation.shape.build(case: enumCase)
    }
    guard let payload = notation.payload(ofCase: found) else { return nil }
    // What is behind the name of a wrapper's own case says nothing of the state.
    let state = presented == nil ? state : nil
    let content: Any?
    switch bytes[position] {
    case UInt8(ascii: "."):
      position += 1
      content = enumeration(payload, .ofAction(in: enumCase, notation, state), depth: depth + 1)
    case UInt8(ascii: "("):
      position += 1
      content =
        payload.isTupleLike
        ? parts(of: payload, depth: depth + 1)
        : value(payload, .ofAction(in: enumCase, notation, state), depth: depth + 1)
      guard content != nil, skip(UInt8(ascii: ")")), isAtEndOfValue else { return nil }
    case UInt8(ascii: "["):
      position += 1
      content = row(of: payload, enumCase, notation, state, depth: depth + 1)
    default: return nil
    }
    guard let content else { return nil }
    return try? notation.shape.build(case: enumCase, payload: content)
  }

  /// All parts in order, each with its label.
  private mutating func parts(of notation: Notation, depth: Int) -> Any? {
    guard depth < Self.depthLimit else { return nil }
    var parts: [Any] = []
    parts.reserveCapacity(notation.shape.fields.count)
    for field in notation.shape.fields {
      if field.index > 0 {
        guard skip(UInt8(ascii: ",")) else { return nil }
        skip(UInt8(ascii: " "))
      }
      if let label = field.label {
        guard skip(label), skip(UInt8(ascii: ":")) else { return nil }
        skip(UInt8(ascii: " "))
      }
      guard field.isAccessible, let part = value(notation.part(ofField: field.index), nil, depth: depth) else { return nil }
      parts.append(part)
    }
    return try? notation.shape.build(parts: parts)
  }

  /// `[id: 17].toggle`, `[#3].detail` and what follows.
  private mutating func row(
    of payload: Notation, _ enumCase: TypeShape.Case, _ notation: Notation, _ state: LiveState?, depth: Int
  ) -> Any? {
    // The rows of a list are of the case itself, or of an action of their own with the case `element`.
    let element = payload.elementPosition
    var parts = payload
    let field = element == nil ? nil : state?.rows(ofCase: enumCase.index, of: notation)
    var rows: (any CollectionNotation)?
    if let element, let inside = payload.payload(ofCase: element) {
      parts = inside
      if field == nil { rows = LiveState.ofAction(in: enumCase, notation, state)?.collection }
    } else if payload.isRow {
      rows = StateLookup.rows(for: enumCase.name, identity: payload.shape.fields[0].type, in: state?.value)
    } else {
      return nil
    }
    guard parts.isTupleLike, parts.shape.fields.count == 2 else { return nil }
    if skip("id:") { skip(UInt8(ascii: " ")) } else if peek != UInt8(ascii: "#") { return nil }
    guard let id = literal(parts.part(ofField: 0)), skip(UInt8(ascii: "]")), skip(UInt8(ascii: ".")) else { return nil }
    var live: LiveState?
    if let field {
      guard let row = state?.row(in: field, with: id) else { return nil }
      live = row
    } else if let rows {
      guard let position = rows.position(of: id) else { return nil }
      live = .element(of: rows, at: position)
    }
    guard let action = enumeration(parts.part(ofField: 1), live, depth: depth),
      let row = try? parts.shape.build(parts: [id, action])
    else { return nil }
    guard let element else { return row }
    return try? payload.shape.build(case: payload.shape.cases[element], payload: row)
  }

  // MARK: Literals

  private mutating func literal(_ notation: Notation) -> Any? {
    guard let byte = peek, case .leaf(let leaf) = notation.form else { return nil }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      return number().flatMap { number in
        if notation.type == Int.self, let whole = Int(number) { return whole }
        return try? leaf.decode(Syntax(form: .number(number), range: 0..<0), DecodingContext())
      }
    case UInt8(ascii: "\""):
      return string().flatMap { try? leaf.decode(Syntax(form: .string($0), range: 0..<0), DecodingContext()) }
    case UInt8(ascii: "#"):
      position += 1
      guard peek != UInt8(ascii: "-"), let id = number().flatMap({ Int($0) }) else { return nil }
      return try? leaf.decode(Syntax(form: .elementID(id), range: 0..<0), DecodingContext())
    case UInt8(ascii: "U") where notation.type == UUID.self:
      guard skip("UUID("), peek != UInt8(ascii: "-") else { return nil }
      guard let number = number(), skip(UInt8(ascii: ")")), isAtEndOfValue else { return nil }
      return try? leaf.decode(Syntax(form: .number(number), range: 0..<0), DecodingContext())
    case UInt8(ascii: "t") where notation.type == Bool.self: return skip("true") && isAtEndOfValue ? true : nil
    case UInt8(ascii: "f") where notation.type == Bool.self: return skip("false") && isAtEndOfValue ? false : nil
    default: return nil
    }
  }

  /// Digits with a sign and a fraction.
  private mutating func number() -> String? {
    let start = position
    skip(UInt8(ascii: "-"))
    var hasFraction = false
    while let byte = peek {
      if byte == UInt8(ascii: "."), !hasFraction {
        hasFraction = true
      } else if byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
        break
      }
      position += 1
    }
    guard isAtEndOfValue, let last = bytes[start..<position].last, last >= UInt8(ascii: "0"), last <= UInt8(ascii: "9"),
      bytes[start] != UInt8(ascii: ".")
    else { return nil }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// What stands in quotes, without any escapes.
  private mutating func string() -> String? {
    let start = position + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      guard bytes[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    position = end + 1
    // Three quotes begin another kind of string.
    guard isAtEndOfValue else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var isAtEndOfValue: Bool {
    guard position < bytes.count else { return true }
    let byte = bytes[position]
    return byte == UInt8(ascii: ")") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
  }

  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skip(_ word: String) -> Bool {
    var end = position
    for byte in word.utf8 {
      guard end < bytes.count, bytes[end] == byte else { return false }
      end += 1
    }
    position = end
    return true
  }

  /// A name of ASCII letters, digits and underscores that is more than an underscore.
  private mutating func name() -> Range<Int>? {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      guard isLetter || position > start && byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") else { break }
      position += 1
    }
    guard position > start, position > start + 1 || bytes[start] != UInt8(ascii: "_") else { return nil }
    return start..<position
  }
}

/// Where some names stand in a list, found by their bytes.
struct NameTable: Sendable {
  private var text: [UInt8] = []
  private var ends: [Int] = []
  /// Positions, or -1, by hash.
  private var slots: [Int32]

  /// - Parameter names: The names; of equal ones the first counts.
  init(_ names: [String]) {
    var size = 4
    while size < 2 * names.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (index, name) in names.enumerated() {
      let bytes = Array(name.utf8)
      text += bytes
      ends.append(text.count)
      guard position(of: bytes, bytes.indices) == nil else { continue }
      var slot = Self.hash(bytes, bytes.indices) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(index)
    }
  }

  /// The position of the name that stands in a range of some bytes.
  func position(of bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var slot = Self.hash(bytes, range) & (slots.count - 1)
    while slots[slot] >= 0 {
      let found = Int(slots[slot])
      let start = found == 0 ? 0 : ends[found - 1]
      if ends[found] - start == range.count {
        var offset = 0
        while offset < range.count, text[start + offset] == bytes[range.lowerBound + offset] { offset += 1 }
        if offset == range.count { return found }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for index in range { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15)
  }
}
