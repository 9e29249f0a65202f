import Foundation
import IdentifiedCollections
import SeededRandomness
import Testing

@Suite struct RangeReplaceableTests {
  private struct Item: Codable, Equatable, Hashable, Identifiable, Sendable {
    let id: Int
    var text = ""
  }
  private typealias Items = IdentifiedArrayOf<Item>

  private func items(_ ids: Int...) -> Items { Items(uniqueElements: ids.map { Item(id: $0) }) }

  @Test func replacingARangeKeepsIdentitiesDistinct() {
    var array = items(1, 2, 3, 4)
    array.replaceSubrange(1..<3, with: [Item(id: 9), Item(id: 4, text: "second"), Item(id: 2), Item(id: 9)])
    // 4 stays in the array, and 9 came before; 2 went with the range, so it may come back.
    #expect(array.ids.elementsEqual([1, 9, 2, 4]))
    #expect(array[id: 4]?.text == "")
    for (index, element) in array.enumerated() { #expect(array.index(id: element.id) == index) }
    #expect(array.index(id: 3) == nil)
  }

  @Test func genericCodeOverCollectionsWorks() {
    func fill<C: RangeReplaceableCollection>(_ type: C.Type, with elements: [C.Element]) -> C {
      var collection = C()
      collection.reserveCapacity(elements.count)
      for element in elements { collection.append(element) }
      collection.insert(contentsOf: elements, at: collection.startIndex)
      return collection
    }
    #expect(fill(Items.self, with: [Item(id: 1), Item(id: 2)]) == items(1, 2))
    #expect(items(1, 2) + items(2, 3) == items(1, 2, 3))
    #expect([Item(id: 0)] + Array(items(1)) == [Item(id: 0), Item(id: 1)])
    #expect(Items(repeating: Item(id: 1), count: 3) == items(1))
    #expect(items(1, 2, 3).filter { $0.id != 2 } == items(1, 3))
    var array = items(1, 2, 3, 4)
    array.removeAll { $0.id.isMultiple(of: 2) }
    #expect(array == items(1, 3))
    array.insert(contentsOf: [Item(id: 5), Item(id: 3)], at: 1)
    #expect(array == items(1, 5, 3))
  }

  @Test func randomEditsAgreeWithAPlainArray() {
    let seed = SeededGenerator.seedOfThisRun()
    var generator = SeededGenerator(seed: seed)
    var array = items(0, 1, 2, 3, 4)
    var model = [0, 1, 2, 3, 4]
    for _ in 1...500 {
      let lower = Int.random(in: 0...model.count, using: &generator)
      let upper = Int.random(in: lower...model.count, using: &generator)
      let new = (0..<Int.random(in: 0...3, using: &generator)).map { _ in Int.random(in: 0...9, using: &generator) }
      array.replaceSubrange(lower..<upper, with: new.map { Item(id: $0) })
      var rest = Set(model)
      rest.subtract(model[lower..<upper])
      model.replaceSubrange(lower..<upper, with: new.filter { rest.insert($0).inserted })
      #expect(array.map(\.id) == model, "HINDSIGHT_SEED=\(seed)")
      for (index, id) in model.enumerated() where array.index(id: id) != index {
        Issue.record("\(id) is found at \(String(describing: array.index(id: id))), HINDSIGHT_SEED=\(seed)")
      }
    }
  }

  @Test func valuesAreSentAndCoded() async throws {
    let array = Items(uniqueElements: [Item(id: 2, text: "b"), Item(id: 1, text: "a")])
    let sent = await Task.detached { array }.value
    #expect(sent == array)
    let data = try JSONEncoder().encode(array)
    #expect(try JSONDecoder().decode(Items.self, from: data) == array)
    #expect(Set([array, sent]).count == 1)
  }
}
