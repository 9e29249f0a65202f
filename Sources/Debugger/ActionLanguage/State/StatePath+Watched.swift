import Reflection

extension StatePath {
  /// The parts of a state on which the value at the path depends, as `ByteWatch` marks them: while none of them changes, the path leads
  /// to the same value, or to nothing all the time.
  ///
  /// On the way it is noted what decides where the path goes on: the case of each enum and optional, the identity of each element that is
  /// found by one. So the position of that element in the state given stands for it wherever its identity does not change.
  /// - Parameter state: The state.
  /// - Returns: `nil` where something else may change the value, or where that is not known.
  public func watchedPlace(in state: Any) -> WatchedPlace? {
    var walk = WatchedWalk(state)
    for step in steps(from: type(of: state)) {
      switch walk.take(step) {
      case .on: continue
      case .end: return walk.place
      case .unknown: return nil
      case .whole: return walk.whole()
      }
    }
    return walk.whole()
  }
}

extension StatePath {
  /// Whether brackets find an element by where it is.
  fileprivate static func isPosition(_ syntax: Syntax) -> Bool {
    if case .number = syntax.form { return true }
    return syntax.bareWord == "first" || syntax.bareWord == "last"
  }
}

/// The way of a path through a state, and what it depends on.
private struct WatchedWalk {
  var place = WatchedPlace()
  private var value: Any
  private var type: Any.Type
  /// Where the value lies: in the state, or in the elements of an array.
  private var offset = 0
  private var array: WatchedArray?
  /// The state's type or that of the array's elements, and where the element in question begins.
  private var owner: Any.Type
  private var ownerOffset = 0
  private var element = 0
  private var cases = CaseWay()
  /// What it depended on before the enums on the way since `owner` began.
  private var beforeCases: WatchedPlace?

  enum Progress {
    case on
    /// The rest depends on nothing else.
    case end
    /// The rest depends on the value here as a whole.
    case whole
    case unknown
  }

  init(_ state: Any) {
    value = state
    type = Swift.type(of: state)
    owner = type
  }

  mutating func whole() -> WatchedPlace? {
    guard !StatePath.leadsOutside(type, countingUnknown: true) else { return nil }
    depend(on: 0..<TypeShape.of(type).size)
    return place
  }

  /// The value depends on some bytes, counted from where it begins.
  private mutating func depend(on bytes: Range<Int>) {
    guard !bytes.isEmpty else { return }
    let bytes = bytes.lowerBound + offset..<bytes.upperBound + offset
    guard let array else { return place.bytes.append(bytes) }
    for group in Set(bytes.flatMap { WatchedArray.groups(ofByte: $0) }) { place.parts.append(array.group(group)) }
  }

  mutating func take(_ step: Syntax.Step) -> Progress {
    // What a path goes through without naming it comes before what the step names.
    for _ in 0..<16 {
      let notation = Notation.of(type)
      switch notation.form {
      case .optional, .enumeration:
        switch enter(notation, step) {
        case .inside: continue
        case .named: return .on
        case .nothing: return .end
        case .boxed: return .whole
        }
      case .wrapper(let wrapper):
        guard wrapper.isPresentation else { return .unknown }
        guard let storage = notation.shape.place(through: ["storage"]) else { return .whole }
        guard enterArray(at: storage.offset) else { return .whole }
        guard let wrapped = (value as? any WrapperNotation)?.wrapped,
          let presented = (wrapped as? any OptionalNotation)?.unwrapped,
          let type = (storage.type as? any CollectionNotation.Type)?.elementType
        else {
          if let array { place.parts.append(array.count) }
          return .end
        }
        enterElement(0, presented, type: type)
      case .structure, .tuple:
        guard let name = step.name, let field = notation.field(written: name), field.isAccessible,
          let part = try? notation.shape.read(field, from: value)
        else { return .unknown }
        (value, type, offset) = (part, field.type, offset + field.offset)
        return .on
      case .collection: return takeElement(step)
      case .dictionary: return .whole
      case .leaf, .keyPath: return .whole
      case .binding, .existential, .unwritable: return .unknown
      }
    }
    return .unknown
  }

  private enum Entrance { case inside, named, nothing, boxed }

  /// Goes into the case that an enum or an optional has.
  private mutating func enter(_ notation: Notation, _ step: Syntax.Step) -> Entrance {
    if beforeCases == nil { beforeCases = place }
    for (byte, bits) in notation.shape.caseBits {
      if let array {
        place.parts += WatchedArray.groups(ofByte: offset + byte, bits: bits).map { array.group($0) }
      } else {
        place.bytes.append(offset + byte..<offset + byte + 1)
      }
    }
    guard let (found, payload) = try? notation.shape.project(value), !found.isIndirect else { return .boxed }
    guard let payload, let payloadType = found.payload else { return .nothing }
    let isNamed = notation.shape.kind == .enumeration && step.name == found.name
    // Another case that is named is not there now.
    if !isNamed, notation.shape.kind == .enumeration, let name = step.name, notation.shape.enumCase(named: name) != nil {
      return .nothing
    }
    cases = cases.through(found.index, atOffset: offset - ownerOffset)
    (value, type) = (payload, payloadType)
    return isNamed ? .named : .inside
  }

  private mutating func takeElement(_ step: Syntax.Step) -> Progress {
    guard let collection = value as? any ArrayBacked else { return .whole }
    let kind = Swift.type(of: collection)
    let shape = TypeShape.of(type)
    guard let storage = shape.place(through: kind.wayToArray),
      let stored = (storage.type as? any CollectionNotation.Type)?.elementType,
      let inner = TypeShape.of(stored).place(through: kind.wayToElement)
    else { return .whole }
    // Before the elements are gone into: the mark lies in the collection itself.
    let membership = kind.wayToMembership.flatMap { shape.place(through: $0) }
    var absent = self
    if let membership {
      absent.depend(on: membership.offset..<membership.offset + TypeShape.of(membership.type).size)
    }
    guard enterArray(at: storage.offset), let array else { return .whole }
    let position: Int
    var dependsOnCount = false
    switch step.form {
    case .name("count"), .name("isEmpty"):
      place.parts.append(array.count)
      return .end
    case .name("first"):
      position = 0
    case .name("last"):
      position = collection.elementCount - 1
      dependsOnCount = true
    case .index(let arguments):
      dependsOnCount = arguments.first?.value.bareWord == "last"
      do throws(ActionLanguageError) {
        position = try StatePath.position(in: collection, arguments, step)
      } catch {
        guard error.kind == .notFound else { return .unknown }
        // An identity that is not there comes with another set of them, a position with more elements.
        let isPosition = arguments.first.map { $0.label == nil && StatePath.isPosition($0.value) } ?? true
        if !isPosition, membership != nil { place = absent.place } else { place.parts.append(array.count) }
        return .end
      }
    default: return .unknown
    }
    if dependsOnCount || collection.elementCount == 0 { place.parts.append(array.count) }
    guard position >= 0, position < collection.elementCount else { return .end }
    enterElement(position, collection.element(at: position), type: stored)
    if let identity = collection.identityBytes {
      depend(on: identity)
    } else if kind.identityType != nil {
      return .unknown
    }
    (type, offset) = (inner.type, offset + inner.offset)
    return .on
  }

  /// Goes to the elements of an array that begins some bytes behind the value.
  ///
  /// - Returns: Whether they are looked at.
  private mutating func enterArray(at distance: Int) -> Bool {
    guard let link = ArrayPlaces.of(owner).link(atOffset: offset - ownerOffset + distance, cases) else { return false }
    // An array is lost when one of the enums around it has another case.
    if let beforeCases { place = beforeCases }
    if let array { place.parts.append(array.everythingInside) }
    let inside = WatchedArray(link, in: array.map { ($0, element) })
    place.parts.append(inside.everything)
    array = inside
    return true
  }

  private mutating func enterElement(_ position: Int, _ value: Any, type: Any.Type) {
    let size = TypeShape.of(type)
    ownerOffset = position * size.stride
    (element, offset, owner, cases, beforeCases) = (position, ownerOffset, type, CaseWay(), nil)
    (self.value, self.type) = (value, type)
    if let array { place.parts.append(array.presence(of: position)) }
  }
}
