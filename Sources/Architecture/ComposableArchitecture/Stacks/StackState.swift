import Dependencies
import IdentifiedCollections
import IssueReporting

/// The features of a navigation stack, the root first.
///
/// Every element gets an id when it is added. Two stacks are equal when their elements and their ids are; encoding keeps the
/// elements alone, so ids are new after decoding (C37).
public struct StackState<Element> {
  struct Component: Identifiable {
    let id: StackElementID
    var element: Element
  }

  private var components: IdentifiedArrayOf<Component> = []

  public init() {}

  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// The ids of the elements, the root's first.
  public var ids: [StackElementID] { components.map(\.id) }

  /// Which elements the stack has.
  var membership: Membership { components.membership }

  func index(id: StackElementID) -> Int? { components.index(id: id) }

  mutating func insert(_ element: Element, id: StackElementID) {
    components.append(Component(id: id, element: element))
  }

  /// The element of an id.
  ///
  /// Writing `nil` removes it. Writing at an id that is not there is reported outside of tests, where it adds the element (C38).
  public subscript(
    id id: StackElementID,
    fileID fileID: _HashableStaticString = #fileID, filePath filePath: _HashableStaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Element? {
    get { components[id: id]?.element }
    set {
      switch (components.index(id: id), newValue) {
      case (let index?, let element?): components[index].element = element
      case (_?, nil): components.remove(id: id)
      case (nil, let element?):
        if TestContext.current == nil {
          reportIssue(
            "A stack has no element with the id \(id) to write to. Use \"append\" to add an element.",
            fileID: fileID.text, filePath: filePath.text, line: line, column: column)
        } else {
          components.append(Component(id: id, element: element))
        }
      case (nil, nil): break
      }
    }
    _modify {
      guard let index = components.index(id: id) else {
        var element: Element?
        yield &element
        if element != nil { self[id: id, fileID: fileID, filePath: filePath, line: line, column: column] = element }
        return
      }
      let component = components.remove(at: index)
      var element = Optional(component.element)
      defer {
        if let element { components.insert(Component(id: id, element: element), at: index) }
      }
      yield &element
    }
  }

  /// The payload of an element in a case; writing one where there is none is reported and changes nothing.
  public subscript<Case>(
    id id: StackElementID, case path: CaseKeyPath<Element, Case>,
    fileID fileID: _HashableStaticString = #fileID, filePath filePath: _HashableStaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Case? where Element: CasePathable {
    get { components[id: id]?.element[case: path] }
    set { self[id: id, case: AnyCasePath(path), fileID: fileID, filePath: filePath, line: line, column: column] = newValue }
  }

  /// The payload of an element in a case, with a case path of the older kind.
  public subscript<Case>(
    id id: StackElementID, case path: AnyCasePath<Element, Case>,
    fileID fileID: _HashableStaticString = #fileID, filePath filePath: _HashableStaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Case? {
    get { components[id: id].flatMap { path.extract(from: $0.element) } }
    set {
      guard let element = components[id: id]?.element, path.extract(from: element) != nil else {
        reportIssue(
          unrelatedCaseMessage(Case.self, in: components[id: id]?.element),
          fileID: fileID.text, filePath: filePath.text, line: line, column: column)
        return
      }
      self[id: id, fileID: fileID, filePath: filePath, line: line, column: column] = newValue.map { path.embed($0) }
    }
  }

  /// Removes an element and all above it.
  public mutating func pop(from id: StackElementID) {
    guard let index = components.index(id: id) else { return }
    components.removeSubrange(index...)
  }

  /// Removes all elements above an element.
  public mutating func pop(to id: StackElementID) {
    guard let index = components.index(id: id) else { return }
    components.removeSubrange((index + 1)...)
  }

  /// Changes an element in place.
  mutating func update<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
    body(&components[index].element)
  }
}

extension StackState: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { components.count }

  public subscript(position: Int) -> Element {
    get { components[position].element }
    set { components[position].element = newValue }
  }
}

extension StackState: RangeReplaceableCollection {
  public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C) where C.Element == Element {
    components.removeSubrange(subrange)
    let generator = DependencyValues._current.stackElementID
    for (offset, element) in newElements.enumerated() {
      components.insert(Component(id: generator(), element: element), at: subrange.lowerBound + offset)
    }
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState.Component: Equatable where Element: Equatable {}
extension StackState.Component: Hashable where Element: Hashable {}
extension StackState.Component: Sendable where Element: Sendable {}
extension StackState: Equatable where Element: Equatable {}
extension StackState: Hashable where Element: Hashable {}
extension StackState: Sendable where Element: Sendable {}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try [Element](self).encode(to: encoder) }
}

extension StackState: CustomStringConvertible {
  public var description: String { String(describing: Array(self)) }
}

extension StackState: CustomDebugStringConvertible {
  public var debugDescription: String { "StackState(\(Array(self).debugDescription))" }
}

extension StackState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, unlabeledChildren: components.map { ($0.id, $0.element) }, displayStyle: .dictionary)
  }
}
