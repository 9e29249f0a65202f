import Foundation

// On Apple platforms SwiftUI brings these to arrays; reducers use them for the list's edit actions.

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes the elements at offsets.
  ///
  /// - Parameter offsets: Which ones.
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: IndexSet) {
    var offset = -1
    removeAll { _ in
      offset += 1
      return offsets.contains(offset)
    }
  }
}

extension MutableCollection where Index == Int {
  /// Moves the elements at offsets, in their order, before the element that is at a destination.
  ///
  /// - Parameters:
  ///   - source: Which ones.
  ///   - destination: The offset, before anything moves, of the element to move them before; the count for the end.
  /// - Complexity: O(*n*).
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let rearranged = rearrange(Array(self), moving: source, to: destination)
    for (index, element) in zip(indices, rearranged) { self[index] = element }
  }
}

extension IdentifiedArray {
  /// Removes the elements at offsets.
  ///
  /// - Parameter offsets: Which ones.
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: IndexSet) {
    replaceElements { $0.remove(atOffsets: offsets) }
  }

  /// Moves the elements at offsets, in their order, before the element that is at a destination.
  ///
  /// - Parameters:
  ///   - source: Which ones.
  ///   - destination: The offset, before anything moves, of the element to move them before; the count for the end.
  /// - Complexity: O(*n*).
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    replaceElements { $0 = rearrange($0, moving: source, to: destination) }
  }
}

private func rearrange<Element>(_ elements: [Element], moving source: IndexSet, to destination: Int) -> [Element] {
  var before: [Element] = []
  var moved: [Element] = []
  var after: [Element] = []
  for (offset, element) in elements.enumerated() {
    if source.contains(offset) {
      moved.append(element)
    } else if offset < destination {
      before.append(element)
    } else {
      after.append(element)
    }
  }
  return before + moved + after
}
