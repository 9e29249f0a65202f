/// Of elements that know their identity, those that are put in and have an identity which is there already are left out.
extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements in a range.
  ///
  /// - Parameters:
  ///   - subrange: Which elements go.
  ///   - newElements: What takes their place; without those whose identity stays in the array or came before.
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func replaceSubrange<Replacement: Collection>(
    _ subrange: Range<Int>, with newElements: Replacement
  ) where Replacement.Element == Element {
    for element in storage[subrange] { positions[identity(of: element)] = nil }
    var taken: [Element] = []
    taken.reserveCapacity(newElements.count)
    for element in newElements where positions.updateValue(0, forKey: element.id) == nil { taken.append(element) }
    storage.replaceSubrange(subrange, with: taken)
    rebuildPositions(from: 0)
  }
}
