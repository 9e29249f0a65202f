import Reflection

/// What can be typed here: the actions of a feature and of everything that lives in its state.
public struct ActionCatalogue: Sendable {
  /// One action.
  public struct Entry: Sendable, Hashable {
    /// The dotted spelling up to the payload: `path[#0].detail.editButtonTapped`.
    public var spelling: String
    /// The payload's types: `id: UUID, title: String`; empty when there is none.
    public var payload: String
    /// A line that would be accepted.
    public var example: String
  }

  public private(set) var entries: [Entry] = []
  /// Whether there was more than `limit` entries.
  public private(set) var isCut = false
  private let limit: Int

  /// Lists actions.
  ///
  /// - Parameters:
  ///   - type: The type of the action.
  ///   - state: The current state. Children that are not presented and rows that do not live are left out; when it is `nil`,
  ///     everything is listed.
  ///   - limit: How many entries to list at most; large lists of rows show their first elements only.
  /// - Complexity: proportional to the number of entries; recursive types are entered once, or as deep as the state is.
  public init(of type: Any.Type, state: Any? = nil, limit: Int = 1_000) {
    self.limit = limit
    walk(.of(type), state: state, isStateKnown: state != nil, prefix: "", enclosing: [])
  }

  /// How many rows of one list are entered.
  private static let rowLimit = 8

  private mutating func add(_ spelling: String, _ payload: String = "", example: String? = nil) {
    guard entries.count < limit else {
      isCut = true
      return
    }
    entries.append(Entry(spelling: spelling, payload: payload, example: example ?? spelling))
  }

  private func joined(_ prefix: String, _ name: String) -> String { prefix.isEmpty ? name : "\(prefix).\(name)" }

  private mutating func walk(
    _ notation: Notation, state: Any?, isStateKnown: Bool, prefix: String, enclosing: Set<ObjectIdentifier>
  ) {
    guard entries.count < limit, enclosing.count < 64 else {
      isCut = true
      return
    }
    let key = ObjectIdentifier(notation.type)
    if !isStateKnown, enclosing.contains(key) { return add(joined(prefix, "…"), example: joined(prefix, "…")) }
    var enclosing = enclosing
    enclosing.insert(key)

    // An enum of destinations accepts the actions of the case that is current.
    let currentCase = StateLookup.unwrapped(state).flatMap { value -> String? in
      let notation = Notation.of(Swift.type(of: value))
      guard case .enumeration = notation.form else { return nil }
      return try? notation.shape.enumCase(of: value).name
    }
    for enumCase in notation.shape.cases {
      let spelling = joined(prefix, TextPrinter.name(enumCase.name))
      guard let payloadType = enumCase.payload else {
        add(spelling)
        continue
      }
      let payload = Notation.of(payloadType)
      if payload.isUninhabited { continue }
      let child = StateLookup.actionState(named: enumCase.name, payload: payload, in: notation, of: state)
      if let currentCase, currentCase != enumCase.name, payload.isAction,
        StateLookup.unwrapped(state).map({ Notation.of(Swift.type(of: $0)).shape.enumCase(named: enumCase.name) != nil }) ?? false
      {
        continue
      }
      if let presented = payload.presentedAction, let inside = presented.payload {
        walkPresented(.of(inside), child, isStateKnown && child != nil, spelling, enclosing)
      } else if payload.isStackAction || payload.isIdentifiedAction {
        walkRows(payload, child, isStateKnown && child != nil, spelling, enclosing)
      } else if case .binding(let binding) = payload.form {
        addBindings(binding, spelling)
      } else if payload.isAction {
        walk(payload, state: child, isStateKnown: isStateKnown && child != nil, prefix: spelling, enclosing: enclosing)
      } else if let row = payload.rowParts, Notation.of(row.action.type).isAction {
        let rows = StateLookup.rows(for: enumCase.name, identity: row.identity.type, in: state)
        enter(rows, isStateKnown && rows != nil, .of(row.identity.type), .of(row.action.type), spelling, enclosing)
      } else {
        add(spelling, payload.payloadSignature, example: joined(prefix, Notation.caseExample(enumCase)))
      }
    }
  }

  private mutating func walkPresented(
    _ action: Notation, _ state: Any?, _ isStateKnown: Bool, _ spelling: String, _ enclosing: Set<ObjectIdentifier>
  ) {
    let presented = StateLookup.unwrapped(state)
    guard presented != nil || !isStateKnown else { return }
    if case .enumeration = action.form, action.isAction || presented == nil {
      walk(action, state: presented, isStateKnown: isStateKnown, prefix: spelling, enclosing: enclosing)
    } else if case .enumeration = action.form {
      walk(action, state: nil, isStateKnown: false, prefix: spelling, enclosing: enclosing)
    } else {
      add(joined(spelling, "presented"), action.payloadSignature, example: "\(spelling).presented(\(action.example))")
    }
    if action.shape.enumCase(named: "dismiss") == nil { add(joined(spelling, "dismiss")) } else { add("\(spelling)(.dismiss)") }
  }

  private mutating func walkRows(
    _ notation: Notation, _ state: Any?, _ isStateKnown: Bool, _ spelling: String, _ enclosing: Set<ObjectIdentifier>
  ) {
    guard let element = notation.shape.enumCase(named: "element")?.payload else { return }
    let parts = Notation.of(element).shape.fields
    guard parts.count == 2 else { return }
    let rows = StateLookup.unwrapped(state) as? any CollectionNotation
    enter(rows, isStateKnown && rows != nil, .of(parts[0].type), .of(parts[1].type), spelling, enclosing)
    guard notation.isStackAction else { return }
    if let rows {
      for position in 0..<min(rows.elementCount, Self.rowLimit) { add("pop \(spelling)\(rows.key(at: position).text)") }
    } else if !isStateKnown {
      add("pop \(spelling)[#0]")
    }
    if let push = notation.shape.enumCase(named: "push")?.payload, let pushed = Notation.of(push).shape.fields.last {
      let state = Notation.of(pushed.type)
      add("push \(spelling)", state.name, example: "push \(spelling) \(state.example)")
    }
  }

  private mutating func enter(
    _ rows: (any CollectionNotation)?, _ isStateKnown: Bool, _ identity: Notation, _ action: Notation, _ spelling: String,
    _ enclosing: Set<ObjectIdentifier>
  ) {
    guard let rows, isStateKnown else {
      return walk(
        action, state: nil, isStateKnown: false, prefix: "\(spelling)[id: \(identity.example)]", enclosing: enclosing)
    }
    let first = entries.count
    for position in 0..<min(rows.elementCount, Self.rowLimit) {
      walk(
        action, state: rows.element(at: position), isStateKnown: true, prefix: spelling + rows.key(at: position).text,
        enclosing: enclosing)
    }
    if rows.elementCount > Self.rowLimit {
      add(
        "\(spelling)[…]", "\(rows.elementCount - Self.rowLimit) more rows",
        example: first < entries.count ? entries[first].example : spelling)
    }
  }

  private mutating func addBindings(_ binding: any BindingNotation.Type, _ spelling: String) {
    let root = Notation.of(binding.rootType)
    for field in root.shape.fields where field.isMutable && field.isAccessible {
      let type = Notation.of(field.type)
      if case .unwritable = type.form { continue }
      let name = Notation.writtenName(of: field)
      add("\(spelling) \(name) =", type.name, example: "\(spelling) \(name) = \(type.example)")
    }
  }
}
