import Foundation
import Reflection

/// Follows the types along an unfinished action up to the cursor.
struct CompletionReader {
  /// Where a value is expected.
  struct Place {
    var notation: Notation
    var state: Any?
    /// Whether the steps name the stored properties of a binding.
    var isBindingPath = false
    /// What of a binding written as Swift does it is expected, `.set(\.title, "x")`: its name, or the key path in its brackets.
    var bindingPart: BindingPart?
  }

  enum BindingPart { case name, keyPath }

  /// What a bracket that is still open expects.
  private enum Frame {
    /// The parts of a payload, struct or tuple.
    case parts([TypeShape.Field], isTuple: Bool, index: Int, given: Set<Int>)
    /// One value in the brackets of a payload, or the elements of a list.
    case elements(Notation, isPayload: Bool)
    /// `[…]` behind rows, and the place behind it.
    case key((any CollectionNotation)?, Notation, after: Place?)
    /// A key path and the value of the property it leads to, where that is known.
    case binding(value: Notation?)
    case unknown
  }

  private let bytes: [UInt8]
  private var position = 0
  /// What is expected here; `nil` when it is not known.
  private var place: Place?
  private var frames: [Frame] = []
  private var afterBracket: [Place?] = []
  private let root: Place
  /// The state of the feature whose action was named last.
  private var featureState: Any?
  /// Whether a literal that would do is proposed where nothing that lives is known.
  var showsExamples = true
  /// What `=` assigns to.
  private var assignee: Notation?
  /// Whether a property was named whose `=` has not come yet.
  private var expectsAssignment = false
  private var verb: ActionLine.Verb?

  init(bytes: [UInt8], root: Place) {
    self.bytes = bytes
    self.root = root
    place = root
    state = root.state
  }

  /// Reads a value of the root's type and no action.
  ///
  /// - Parameter state: The state whose ids and paths are proposed.
  init(bytes: [UInt8], root: Place, ids state: Any?) {
    self.bytes = bytes
    self.root = root
    place = root
    assignee = root.notation
    self.state = state
  }

  /// The state of the whole feature.
  private let state: Any?

  private enum Stop {
    /// A value, or a step of a chain behind a dot, begins here.
    case name(start: Int, isStep: Bool)
    case key(start: Int)
    /// A path into the state that begins with `$`, without it.
    case statePath(start: Int)
    /// A value ends here.
    case valueEnd
    case nothing
  }

  mutating func proposal() -> Completion.Proposal {
    if assignee == nil { readVerb() }
    switch read() {
    case .statePath(let start):
      guard let state else { return Completion.Proposal(range: bytes.count..<bytes.count, candidates: []) }
      var proposal = Completion.paths(for: text(start), cursor: bytes.count - start, state: state)
      proposal.range = proposal.range.lowerBound + start..<proposal.range.upperBound + start
      return proposal
    case .nothing:
      let assigns = expectsAssignment && bytes.last == UInt8(ascii: " ")
      return Completion.Proposal(
        range: bytes.count..<bytes.count,
        candidates: assigns ? [Completion.Candidate(text: "= ", signature: assignee?.name ?? "", explanation: "the value")] : [])
    case .valueEnd: return Completion.Proposal(range: bytes.count..<bytes.count, candidates: separators)
    case .key(let start):
      guard case .key(let rows, let identity, _)? = frames.last else {
        return Completion.Proposal(range: start..<start, candidates: [])
      }
      let typed = text(start)
      let candidates =
        rows.map { Self.keyCandidates($0, typed: typed) }
        ?? [Completion.Candidate(text: "id: ", signature: identity.name, explanation: "id")]
      return Completion.proposal(start..<bytes.count, typed: typed, candidates)
    case .name(let start, let isStep):
      let typed = text(start)
      var candidates = candidates(isStep: isStep, typed: typed)
      if start == 0, !isStep, assignee == nil { candidates += verbs }
      let proposal = Completion.proposal(start..<bytes.count, typed: typed, candidates)
      // In brackets what is typed in full goes on to the next value.
      let isThere =
        !frames.isEmpty && proposal.candidates.count == 1 && proposal.candidates[0].text == typed
        && proposal.candidates[0].signature.isEmpty
      if proposal.candidates.isEmpty && !isStep && isWholeLiteral(typed) || isThere && !separators.isEmpty {
        return Completion.Proposal(range: bytes.count..<bytes.count, candidates: separators)
      }
      return proposal
    }
  }

  /// What the place at the cursor expects, in grey: the payload of the case that was just written, the parts that are still missing
  /// in open brackets, the type of what is assigned; `nil` when there is nothing to say.
  mutating func hint() -> String? {
    if assignee == nil { readVerb() }
    guard case .name(let start, let isStep) = read(), let here = place else { return nil }
    let typed = text(start)
    if !typed.isEmpty { return payloadHint(of: typed, Self.transparent(here)) }
    if isStep { return nil }
    if case .parts(let fields, let isTuple, let index, _)? = frames.last {
      guard index < fields.count, !fields.isEmpty else { return ")" }
      let rest = fields[index...].enumerated().map { offset, field in
        let name = isTuple ? field.label : Notation.writtenName(of: field)
        let label = offset == 0 && isLabelled ? nil : name
        return (label.map { "\($0): " } ?? "") + Notation.of(field.type).name
      }
      return rest.joined(separator: ", ") + ")"
    }
    if assignee != nil || !frames.isEmpty { return Self.transparent(here).notation.name }
    return nil
  }

  private func payloadHint(of name: String, _ here: Place) -> String? {
    if here.isBindingPath {
      return here.notation.field(written: name).map { "= \(Notation.of($0.type).name)" }
    }
    var notation = here.notation
    if let row = notation.rowParts { notation = .of(row.action.type) }
    if let inside = notation.presentedAction?.payload, notation.shape.enumCase(named: name) == nil { notation = .of(inside) }
    guard let payload = notation.shape.enumCase(named: name)?.payload.map(Notation.of) else { return nil }
    if payload.isStackAction {
      switch verb {
      case .push:
        let pushed = payload.shape.enumCase(named: "push")?.payload.flatMap { Notation.of($0).shape.fields.last }
        return pushed.map { " \(Notation.of($0.type).name)" }
      case .pop: return "[#id]"
      case nil: return "[#id].…"
      }
    }
    if case .binding = payload.form { return " property = value" }
    if payload.isAction { return ".…" }
    if let row = payload.rowParts, Notation.of(row.action.type).isAction {
      return "[id: \(Notation.of(row.identity.type).name)].…"
    }
    return "(\(payload.payloadSignature))"
  }

  private func text(_ start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  // MARK: Reading

  private mutating func readVerb() {
    for word in [ActionLine.Verb.push, .pop] where bytes.starts(with: Array((word.rawValue + " ").utf8)) {
      verb = word
      position = word.rawValue.utf8.count + 1
    }
  }

  private mutating func read() -> Stop {
    while true {
      while position < bytes.count, bytes[position] == 32 || bytes[position] == 9 { position += 1 }
      guard position < bytes.count else { return atEnd() }
      if isInLiteral { return .name(start: position, isStep: false) }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "`"),
        _ where isNameStart(byte):
        if let stop = readChain() { return stop }
      case UInt8(ascii: "$"):
        let start = position + 1
        skipStatePath()
        if position == bytes.count { return .statePath(start: start) }
        place = nil
      case UInt8(ascii: "\""):
        guard skipString() else { return .nothing }
        place = nil
        if position == bytes.count { return .valueEnd }
      case UInt8(ascii: "("), UInt8(ascii: "["):
        open(byte)
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        close()
        if position == bytes.count { return .valueEnd }
      case UInt8(ascii: "\\") where place?.bindingPart == .keyPath:
        if let stop = readKeyPath() { return stop }
      case UInt8(ascii: ","):
        position += 1
        next()
      case UInt8(ascii: "="):
        position += 1
        // Only behind a property it means something.
        place = expectsAssignment && frames.isEmpty ? assignee.map { Place(notation: $0, state: nil) } : nil
        expectsAssignment = false
      default:
        // Numbers and anything else end at the next separator.
        let start = position
        while position < bytes.count, !" ,()[]=\t".utf8.contains(bytes[position]) { position += 1 }
        if position == start { position += 1 }
        if position == bytes.count { return isDigit(bytes[position - 1]) ? .valueEnd : .nothing }
        place = nil
      }
    }
  }

  /// Whether a literal ends here, such as a number, which may go on all the same.
  private func isWholeLiteral(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    if first == UInt8(ascii: "\"") {
      var strings = StringScan()
      for byte in text.utf8 { _ = strings.takes(byte) }
      return last == first && !strings.takes(UInt8(ascii: " "))
    }
    // Times end with their unit.
    if isDigit(first), ["s", "m", "h"].contains(text.suffix(1)) { return true }
    return (isDigit(first) || first == UInt8(ascii: "#")) && isDigit(last) || first == UInt8(ascii: "-") && isDigit(last)
      || last == UInt8(ascii: ")")
  }

  /// Whether a part of a struct may be left out.
  private func mayBeLeftOut(_ field: TypeShape.Field) -> Bool {
    ActionDecoder().context(for: root.notation.type).missing(.of(field.type), current: nil) != nil
  }

  /// What may follow a value that is whole: the rest of the brackets it stands in.
  private var separators: [Completion.Candidate] {
    switch frames.last {
    case .parts(let fields, let isTuple, let index, let given)?:
      let end = Completion.Candidate(text: ")", explanation: "the end of the values")
      let missing =
        isTuple ? Array(fields.dropFirst(index + 1)) : fields.filter { $0.index != index && !given.contains($0.index) }
      guard let next = missing.first else { return [end] }
      let name = isTuple ? next.label : Notation.writtenName(of: next)
      let goesOn = Completion.Candidate(text: ", ", signature: (name.map { "\($0): " } ?? "") + Notation.of(next.type).name)
      return !isTuple && missing.allSatisfy(mayBeLeftOut) ? [end, goesOn] : [goesOn]
    case .elements(_, isPayload: true)?, .binding?: return [Completion.Candidate(text: ")", explanation: "the end of the values")]
    case .elements(let element, isPayload: false)?:
      return [
        Completion.Candidate(text: "]", explanation: "the end of the list"),
        Completion.Candidate(text: ", ", signature: element.name),
      ]
    default: return []
    }
  }

  /// Reads the key path of a binding, `\.title`; stops when the cursor is in it.
  private mutating func readKeyPath() -> Stop? {
    let begin = position
    position += 1
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else {
      return position == bytes.count ? .name(start: begin, isStep: false) : nil
    }
    var current = place.map { Place(notation: $0.notation, state: $0.state, isBindingPath: true) }
    while position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let start = position
      while position < bytes.count, isNamePart(bytes[position]) { position += 1 }
      place = current
      if position == bytes.count { return .name(start: start, isStep: true) }
      let name = String(decoding: bytes[start..<position], as: UTF8.self)
      current = current.map(Self.transparent)?.notation.field(written: name).map {
        Place(notation: .of($0.type), state: nil, isBindingPath: true)
      }
    }
    if case .binding? = frames.last { frames[frames.count - 1] = .binding(value: current?.notation) }
    place = nil
    return nil
  }

  /// Whether a literal begins here and the cursor is in it, as in `UUID(2`: it is completed as a whole.
  private var isInLiteral: Bool {
    guard let place, !place.isBindingPath, case .leaf = Self.transparent(place).notation.form else { return false }
    return NestedText.end(in: bytes, from: position, before: " ,)]=:\t$") == nil
  }

  private func atEnd() -> Stop {
    if case .key? = frames.last { return .key(start: keyTextStart ?? bytes.count) }
    return place == nil ? .nothing : .name(start: bytes.count, isStep: false)
  }

  /// Reads a chain; stops when the cursor is in it.
  private mutating func readChain() -> Stop? {
    var isStep = false
    if bytes[position] == UInt8(ascii: ".") {
      position += 1
      isStep = true
    }
    while true {
      let start = position
      while position < bytes.count, isNamePart(bytes[position]) { position += 1 }
      if position == bytes.count {
        if case .key? = frames.last { return .key(start: start) }
        return .name(start: start, isStep: isStep)
      }
      let name = String(decoding: bytes[start..<position], as: UTF8.self)
      if bytes[position] == UInt8(ascii: ":") {
        position += 1
        label(name)
        return nil
      }
      step(name)
      switch bytes[position] {
      case UInt8(ascii: "."):
        position += 1
        isStep = true
      case UInt8(ascii: "("):
        openPayload()
        return nil
      case UInt8(ascii: "["):
        openKey()
        return nil
      case 32:
        afterChain()
        return nil
      default:
        place = nil
        return nil
      }
    }
  }

  /// What may follow a chain and a space: the key path of a binding, what is pushed.
  private mutating func afterChain() {
    guard let current = place, frames.isEmpty else {
      place = nil
      return
    }
    if current.isBindingPath {
      assignee = current.notation
      expectsAssignment = true
      place = nil
    } else if case .binding(let binding) = current.notation.form {
      place = Place(notation: .of(binding.rootType), state: current.state, isBindingPath: true)
    } else if verb == .push, current.notation.isStackAction, let push = current.notation.shape.enumCase(named: "push")?.payload,
      let pushed = Notation.of(push).shape.fields.last
    {
      place = Place(notation: .of(pushed.type), state: nil)
    } else {
      place = nil
    }
  }

  /// Goes through one name.
  private mutating func step(_ name: String) {
    guard var current = place else { return }
    if let state = current.state { featureState = state }
    if current.bindingPart == .name {
      place?.bindingPart = name == "set" ? .keyPath : nil
      return
    }
    current = Self.transparent(current)
    if case .binding(let binding) = current.notation.form {
      current = Place(notation: .of(binding.rootType), state: current.state, isBindingPath: true)
    }
    if current.isBindingPath {
      place = current.notation.field(written: name).map {
        Place(notation: .of($0.type), state: StateLookup.child(named: name, of: current.state), isBindingPath: true)
      }
      return
    }
    guard case .enumeration = current.notation.form else {
      // A type's name in front of the brackets changes nothing.
      place = current.notation.constructorName.split(separator: ".").contains(Substring(name)) || name == "init" ? current : nil
      return
    }
    if let presented = current.notation.presentedAction, let inside = presented.payload,
      current.notation.shape.enumCase(named: name) == nil
    {
      current = Place(notation: .of(inside), state: StateLookup.unwrapped(current.state))
    }
    let isIndexed = position < bytes.count && bytes[position] == UInt8(ascii: "[")
    guard
      let found = current.notation.shape.enumCase(named: name)
        ?? (isIndexed ? StateLookup.rowCase(forProperty: name, of: current.notation, in: current.state) : nil)
    else {
      if current.notation.constructorName.split(separator: ".").contains(Substring(name)) { return }
      if let (_, root) = current.notation.bindingCase, let field = Notation.of(root).field(written: name) {
        place = Place(
          notation: .of(field.type), state: StateLookup.child(named: name, of: current.state), isBindingPath: true)
        return
      }
      place = nil
      return
    }
    guard let payload = found.payload else {
      place = nil
      return
    }
    let child = StateLookup.actionState(named: found.name, payload: .of(payload), in: current.notation, of: current.state)
    var next = Place(notation: .of(payload), state: child)
    if let row = next.notation.rowParts {
      next.state = StateLookup.rows(for: found.name, identity: row.identity.type, in: current.state)
    }
    place = next
  }

  private static func transparent(_ place: Place) -> Place {
    var place = place
    place.notation = place.notation.bare
    return place
  }

  // MARK: Brackets

  private mutating func openPayload() {
    position += 1
    guard let current = place.map(Self.transparent) else {
      frames.append(.unknown)
      afterBracket.append(nil)
      return
    }
    afterBracket.append(nil)
    guard !current.isBindingPath else {
      frames.append(.unknown)
      place = nil
      return
    }
    let fields = current.notation.shape.fields
    switch current.notation.form {
    case .binding(let binding) where !current.isBindingPath:
      if current.bindingPart == .keyPath {
        frames.append(.binding(value: nil))
        place = Place(notation: .of(binding.rootType), state: current.state, bindingPart: .keyPath)
      } else {
        frames.append(.elements(current.notation, isPayload: true))
        place = Place(notation: current.notation, state: current.state, bindingPart: .name)
      }
    case .tuple:
      frames.append(.parts(fields, isTuple: true, index: 0, given: []))
      enterPart(0)
    case .structure where endsWithTypeName():
      frames.append(.parts(fields, isTuple: false, index: 0, given: []))
      enterPart(0)
    default:
      frames.append(.elements(current.notation, isPayload: true))
      place = current
    }
  }

  /// Whether the name before the bracket is a type's, so that the bracket opens its parts.
  private func endsWithTypeName() -> Bool {
    var start = position - 1
    while start > 0, isNamePart(bytes[start - 1]) { start -= 1 }
    guard start < position - 1 else { return true }
    let name = String(decoding: bytes[start..<position - 1], as: UTF8.self)
    guard let current = place.map(Self.transparent) else { return false }
    return name == "init" || current.notation.constructorName.split(separator: ".").contains(Substring(name))
  }

  private mutating func open(_ byte: UInt8) {
    position += 1
    afterBracket.append(nil)
    guard let current = place.map(Self.transparent) else {
      frames.append(.unknown)
      return
    }
    switch current.notation.form {
    case .collection(let collection) where byte == UInt8(ascii: "["):
      let element = Notation.of(collection.elementType)
      frames.append(.elements(element, isPayload: false))
      place = Place(notation: element, state: nil)
    case .structure, .tuple:
      frames.append(.parts(current.notation.shape.fields, isTuple: current.notation.isTupleLike, index: 0, given: []))
      enterPart(0)
    default:
      frames.append(.unknown)
      place = nil
    }
  }

  private mutating func openKey() {
    position += 1
    guard let current = place.map(Self.transparent) else {
      frames.append(.unknown)
      afterBracket.append(nil)
      return
    }
    let rows = StateLookup.unwrapped(current.state) as? any CollectionNotation
    if current.isBindingPath, case .collection(let type) = current.notation.form {
      return openKey(rows, .of(type.identityType ?? Int.self), element: .of(type.elementType), isBindingPath: true)
    }
    var parts: (identity: TypeShape.Field, action: TypeShape.Field)?
    if current.notation.isStackAction || current.notation.isIdentifiedAction,
      let element = current.notation.shape.enumCase(named: "element")?.payload
    {
      parts = Notation.of(element).rowParts
    } else {
      parts = current.notation.rowParts
    }
    guard let parts else {
      frames.append(.unknown)
      afterBracket.append(nil)
      return
    }
    openKey(rows, .of(parts.identity.type), element: .of(parts.action.type))
  }

  /// Goes to the end of a key, or to the cursor in it.
  private mutating func openKey(
    _ rows: (any CollectionNotation)?, _ identity: Notation, element notation: Notation, isBindingPath: Bool = false
  ) {
    let keyStart = position
    var end = position
    while end < bytes.count, bytes[end] != UInt8(ascii: "]") { end += 1 }
    var row: Any?
    if end < bytes.count, let rows {
      row = element(of: rows, String(decoding: bytes[keyStart..<end], as: UTF8.self))
    }
    let after = Place(notation: notation, state: row, isBindingPath: isBindingPath)
    frames.append(.key(rows, identity, after: after))
    afterBracket.append(after)
    place = nil
    if end < bytes.count {
      position = end
    } else {
      // The cursor is in the key.
      position = bytes.count
      keyTextStart = keyStart
    }
  }

  private var keyTextStart: Int?

  private func element(of rows: any CollectionNotation, _ key: String) -> Any? {
    guard let path = try? StatePath("rows[\(key)]"), let index = path.steps.last else { return nil }
    return try? StatePath.child(of: rows, index)
  }

  private mutating func close() {
    position += 1
    guard !frames.isEmpty else {
      place = nil
      return
    }
    frames.removeLast()
    place = afterBracket.removeLast()
    // Behind `]` a chain goes on.
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else {
      place = nil
      return
    }
  }

  private mutating func label(_ name: String) {
    guard case .parts(let fields, let isTuple, _, let given)? = frames.last else {
      return
    }
    guard let field = fields.first(where: { isTuple ? $0.label == name : Notation.writtenName(of: $0) == name }) else {
      place = nil
      return
    }
    frames[frames.count - 1] = .parts(fields, isTuple: isTuple, index: field.index, given: given)
    place = Place(notation: .of(field.type), state: nil)
    isLabelled = true
  }

  /// Whether the label of the part at the cursor has been written.
  private var isLabelled = false

  private mutating func next() {
    switch frames.last {
    case .parts(let fields, let isTuple, let index, var given)?:
      given.insert(index)
      // The parts of a struct may come in any order.
      let next = isTuple ? index + 1 : fields.indices.first { !given.contains($0) } ?? index + 1
      frames[frames.count - 1] = .parts(fields, isTuple: isTuple, index: next, given: given)
      enterPart(next)
    case .elements(let notation, _)?: place = Place(notation: notation, state: nil)
    case .binding(let value)?: place = value.map { Place(notation: $0, state: nil) }
    default: place = nil
    }
  }

  private mutating func enterPart(_ index: Int) {
    isLabelled = false
    guard case .parts(let fields, _, _, _)? = frames.last, index < fields.count else {
      place = nil
      return
    }
    place = Place(notation: .of(fields[index].type), state: nil)
  }

  /// Goes to the end of a path into the state, which may hold ids in brackets.
  private mutating func skipStatePath() {
    var depth = 0
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        guard depth > 0 else { return }
        depth -= 1
      case UInt8(ascii: "\""):
        guard skipString() else {
          position = bytes.count
          return
        }
        continue
      case UInt8(ascii: "."): break
      default: if depth == 0, !isNamePart(bytes[position]) { return }
      }
      position += 1
    }
    position = min(position, bytes.count)
  }

  private mutating func skipString() -> Bool {
    position += 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      if bytes[position] == UInt8(ascii: "\"") {
        position += 1
        return true
      }
      position += 1
    }
    return false
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  private func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "`")
  }

  // MARK: Candidates

  /// The keys of rows: positions for all, ids for the first.
  ///
  /// - Parameter typed: What they must begin with: of many rows, those are looked for.
  static func keyCandidates(_ rows: any CollectionNotation, typed: String = "") -> [Completion.Candidate] {
    var result: [Completion.Candidate] = []
    let count = min(rows.elementCount, Completion.limit / 2)
    let isOrdered = type(of: rows).isOrdered
    let wanted = typed.lowercased()
    let keys = isOrdered ? [] : rows.allKeys
    for position in 0..<rows.elementCount {
      guard result.count < count else { break }
      let key = isOrdered ? rows.key(at: position) : keys[position]
      if case .position = key { break }
      let text = String(key.text.dropFirst())
      guard wanted.isEmpty || text.lowercased().hasPrefix(wanted) else { continue }
      let title = isOrdered ? StateLookup.title(of: rows.element(at: position)) : nil
      result.append(Completion.Candidate(text: text, explanation: title ?? "id"))
    }
    for position in 0..<count {
      result.append(Completion.Candidate(text: "\(position)]", explanation: "position"))
    }
    if rows.elementCount > 0 { result.append(Completion.Candidate(text: "last]", explanation: "position")) }
    return result
  }

  /// The words in front of what is done with a stack, where there is one.
  private var verbs: [Completion.Candidate] {
    guard verb == nil, leadsToStack(root.notation) else { return [] }
    return [
      Completion.Candidate(text: "pop ", signature: "PATH[#id]", explanation: "remove an element of a stack, and those after it"),
      Completion.Candidate(text: "push ", signature: "PATH STATE", explanation: "put an element on a stack"),
    ]
  }

  private func leadsToStack(_ notation: Notation) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return Self.leadsToStack(notation, &seen)
  }

  /// Whether the action of a stack is in reach, so that `pop` and `push` mean something.
  private static func leadsToStack(_ notation: Notation, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    if notation.isStackAction { return true }
    guard seen.insert(ObjectIdentifier(notation.type)).inserted else { return false }
    if let row = notation.rowParts { return leadsToStack(.of(row.action.type), &seen) }
    guard notation.isAction else { return false }
    return notation.shape.cases.contains { $0.payload.map { leadsToStack(.of($0), &seen) } ?? false }
  }

  private func candidates(isStep: Bool, typed: String) -> [Completion.Candidate] {
    guard let here = place else { return [] }
    // The label comes first.
    if !isStep, !isLabelled, case .parts(let fields, let isTuple, let index, let given)? = frames.last, index < fields.count,
      fields[index].label != nil
    {
      let rest = isTuple ? [fields[index]] : fields.filter { !given.contains($0.index) }
      return rest.map {
        Completion.Candidate(
          text: Notation.writtenName(of: $0) + ": ", signature: Notation.of($0.type).name, explanation: "label")
      }
    }
    switch here.bindingPart {
    case .name: return [Completion.Candidate(text: ".set(\\.", signature: "property, value)", explanation: "binding")]
    case .keyPath: return properties(here.notation, prefix: "\\.")
    case nil: break
    }
    let current = Self.transparent(here)
    if case .binding(let binding) = current.notation.form {
      // In brackets a binding is written as Swift writes it.
      return frames.isEmpty ? properties(.of(binding.rootType)) : []
    }
    if here.isBindingPath { return properties(current.notation) }
    var result: [Completion.Candidate] = []
    if here.notation.isOptional, !isStep {
      result.append(Completion.Candidate(text: "nil", explanation: here.notation.name))
    }
    result += values(current, isStep: isStep, typed: typed)
    return result
  }

  private func properties(_ notation: Notation, prefix: String = "") -> [Completion.Candidate] {
    guard case .structure = notation.form else { return [] }
    return notation.shape.fields.filter { $0.isMutable && $0.isAccessible }.map {
      Completion.Candidate(
        text: prefix + Notation.writtenName(of: $0), signature: "= " + Notation.of($0.type).name, explanation: "property")
    }
  }

  private func values(_ here: Place, isStep: Bool, typed: String) -> [Completion.Candidate] {
    let notation = here.notation
    // A case may stand without its dot; who has begun so goes on so.
    let dot = isStep || !typed.isEmpty || frames.isEmpty && assignee == nil ? "" : "."
    // Behind a dot an element of rows comes after its id.
    if isStep, notation.isIdentifiedAction || notation.isStackAction && verb != nil { return [] }
    switch notation.form {
    case .enumeration:
      var result: [Completion.Candidate] = []
      if let presented = notation.presentedAction?.payload {
        let inside = Notation.of(presented)
        if case .enumeration = inside.form {
          let current = StateLookup.unwrapped(here.state)
          result += cases(inside, dot: dot, only: currentCase(current))
        }
        if let dismiss = notation.shape.enumCase(named: "dismiss") { result.append(candidate(dismiss, dot)) }
        return result
      }
      if let row = notation.rowParts {
        return values(Place(notation: .of(row.action.type), state: nil), isStep: isStep, typed: typed)
      }
      return cases(notation, dot: dot, only: nil)
    case .tuple:
      if notation.shape.fields.isEmpty, !isStep { return [Completion.Candidate(text: "()", explanation: "nothing")] }
      return []
    case .structure:
      return isStep
        ? []
        : [
          Completion.Candidate(
            text: notation.constructorName + "(",
            signature: notation.shape.fields.map(Notation.writtenName).joined(separator: ", "),
            explanation: "struct")
        ]
    case .leaf where notation.type == Bool.self:
      return ["true", "false"].map { Completion.Candidate(text: $0 + closing, explanation: "Bool") }
    default:
      if isStep { return [] }
      let ids = liveIDs(of: notation, typed: typed) + moments(of: notation)
      // An example shows how to begin; what has begun is the user's.
      guard ids.isEmpty, typed.isEmpty, showsExamples || !frames.isEmpty, let example = notation.knownExample else { return ids }
      return [Completion.Candidate(text: example, explanation: notation.name)]
    }
  }

  /// The ways to write a date: the moment at hand, one near it, and one by its name.
  private func moments(of notation: Notation) -> [Completion.Candidate] {
    guard notation.type == Date.self else { return [] }
    return [
      Completion.Candidate(text: "now" + closing, explanation: "the date at this moment of virtual time"),
      Completion.Candidate(text: "now + 5m" + closing, explanation: "five minutes later"),
      Completion.Candidate(text: (notation.knownExample ?? notation.example) + closing, explanation: "Date"),
    ]
  }

  /// The ids of that type that live in the state: those of the rows nearest to the feature first, with what each row is called.
  private func liveIDs(of notation: Notation, typed: String) -> [Completion.Candidate] {
    guard let state else { return [] }
    // A number or a text is an id only where it is called so.
    if notation.type is any IntegerNotation.Type || notation.type == String.self {
      guard case .parts(let fields, _, let index, _)? = frames.last, index < fields.count,
        fields[index].name.lowercased().hasSuffix("id")
      else { return [] }
    }
    var result: [Completion.Candidate] = []
    var seen: Set<String> = []
    let wanted = typed.lowercased()
    for rows in StateLookup.collections(identifiedBy: notation.type, in: [featureState, state].compactMap(\.self)) {
      for position in 0..<rows.elementCount {
        guard result.count < Completion.limit else { break }
        guard let id = StateLookup.identity(in: rows, at: position) else { continue }
        let text = ValuePrinter.text(of: id)
        guard wanted.isEmpty || text.lowercased().hasPrefix(wanted), seen.insert(text).inserted else { continue }
        result.append(
          Completion.Candidate(text: text + closing, explanation: StateLookup.title(of: rows.element(at: position)) ?? "id"))
      }
    }
    return result
  }

  /// The bracket that ends a payload whose last part is at the cursor.
  private var closing: String {
    switch frames.last {
    case .parts(let fields, let isTuple, let index, let given)?:
      index == fields.count - 1
        && (isTuple || fields.allSatisfy { $0.index == index || given.contains($0.index) || mayBeLeftOut($0) })
        ? ")" : ""
    case .elements(_, isPayload: true)?, .binding?: ")"
    default: ""
    }
  }

  /// The case of an enum of destinations that is presented.
  private func currentCase(_ state: Any?) -> String? {
    guard let state else { return nil }
    let notation = Notation.of(type(of: state))
    guard case .enumeration = notation.form else { return nil }
    return try? notation.shape.enumCase(of: state).name
  }

  private func cases(_ notation: Notation, dot: String, only: String?) -> [Completion.Candidate] {
    let all = notation.shape.cases.filter { $0.payload.map { !Notation.of($0).isUninhabited } ?? true }
    let hasElements = { (enumCase: TypeShape.Case) -> Bool in
      guard let payload = enumCase.payload.map(Notation.of), payload.isStackAction else { return true }
      let state = StateLookup.actionState(named: enumCase.name, payload: payload, in: notation, of: place?.state)
      return (StateLookup.unwrapped(state) as? any CollectionNotation).map { $0.elementCount > 0 } ?? true
    }
    let shown = only.flatMap { name in all.contains { $0.name == name } ? all.filter { $0.name == name } : nil } ?? all
    guard verb != nil, notation.isAction, frames.isEmpty else { return shown.map { candidate($0, dot) } }
    // What is popped or pushed is of a stack.
    return shown.filter { $0.payload.map { leadsToStack(.of($0)) } ?? false && (verb == .push || hasElements($0)) }.map {
      enumCase in
      var candidate = candidate(enumCase, dot)
      if enumCase.payload.map({ Notation.of($0).isStackAction }) == true { candidate.text += verb == .pop ? "[" : " " }
      return candidate
    }
  }

  private func candidate(_ enumCase: TypeShape.Case, _ dot: String) -> Completion.Candidate {
    Completion.Candidate(
      text: dot + TextPrinter.name(enumCase.name),
      signature: enumCase.payload.map { "(\(Notation.of($0).payloadSignature))" } ?? "", explanation: "case")
  }
}
