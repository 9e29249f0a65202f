import ComposableArchitecture
import Reflection

/// A collection that keeps its elements in an array, one of its stored properties.
protocol ArrayBacked: CollectionNotation {
  /// The stored properties that lead to the array, from the outside in.
  static var wayToArray: [String] { get }
  /// The stored properties that lead from an element of the array to the collection's.
  static var wayToElement: [String] { get }
  /// The stored properties that lead to a mark of which identities there are; `nil` where elements have positions only.
  static var wayToMembership: [String]? { get }
  /// The bytes of the array's elements on which the identity depends; `nil` where that is not known.
  var identityBytes: Range<Int>? { get }
}

extension Array: ArrayBacked {
  static var wayToArray: [String] { [] }
  static var wayToElement: [String] { [] }
  static var wayToMembership: [String]? { nil }
  var identityBytes: Range<Int>? { nil }
}

extension IdentifiedArray: ArrayBacked {
  static var wayToArray: [String] { ["storage"] }
  static var wayToElement: [String] { [] }
  static var wayToMembership: [String]? { ["membership"] }
  var identityBytes: Range<Int>? {
    // An identity that is computed may depend on all of the element.
    guard let offset = MemoryLayout<Element>.offset(of: id) ?? offsetOfOwnID else {
      return StatePath.leadsOutside(Element.self, countingUnknown: true) ? nil : 0..<MemoryLayout<Element>.size
    }
    return StatePath.leadsOutside(ID.self, countingUnknown: true) ? nil : offset..<offset + MemoryLayout<ID>.size
  }

  /// Where the `id` of elements is stored that know their identity, as most arrays find them: a path through the protocol does not tell,
  /// but a type has no other property of that name and type than the one it stores.
  private var offsetOfOwnID: Int? {
    func path<Row: Identifiable>(_: Row.Type) -> AnyKeyPath { \Row.id }
    guard let identifiable = Element.self as? any Identifiable.Type, path(identifiable) == id,
      let field = TypeShape.of(Element.self).field(named: "id"), field.type == ID.self
    else { return nil }
    return field.offset
  }
}

extension StackState: ArrayBacked {
  static var wayToArray: [String] { ["components", "storage"] }
  static var wayToElement: [String] { ["element"] }
  static var wayToMembership: [String]? { ["components", "membership"] }
  var identityBytes: Range<Int>? {
    guard let array = TypeShape.of(Self.self).place(through: Self.wayToArray)?.type as? any CollectionNotation.Type,
      let id = TypeShape.of(array.elementType).place(through: ["id"])
    else { return nil }
    return id.offset..<id.offset + TypeShape.of(id.type).size
  }
}

extension TypeShape {
  /// Where a stored property lies in values of this type, and its type.
  ///
  /// - Parameter names: The properties' names, from the outside in.
  func place(through names: [String]) -> (offset: Int, type: Any.Type)? {
    var (offset, type) = (0, self.type)
    for name in names {
      guard let field = TypeShape.of(type).field(named: name) else { return nil }
      (offset, type) = (offset + field.offset, field.type)
    }
    return (offset, type)
  }
}
