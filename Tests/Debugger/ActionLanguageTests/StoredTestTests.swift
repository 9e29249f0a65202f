import ActionLanguage
import Testing

private struct Inner: Equatable {
  var name = ""
  var weight = 0.0
  var note: String?
}

private struct Outer {
  var count = 0
  var isOn = false
  var inner = Inner()
  var limit: Int?
  var names: [String] = []
  var any: Any = 1
}

/// Conditions as functions of a state's type say what looking their paths up says.
@Suite struct StoredTestTests {
  private static var states: [Outer] {
    var states: [Outer] = []
    for count in [-1, 0, 2, 3] {
      for (name, note) in [("", nil), ("a", "a"), ("b", "")] as [(String, String?)] {
        for limit in [nil, 0, 3] as [Int?] {
          var state = Outer()
          state.count = count
          state.isOn = count == 2
          state.inner = Inner(name: name, weight: Double(count) / 2, note: note)
          state.limit = limit
          states.append(state)
        }
      }
    }
    return states
  }

  @Test(arguments: [
    "count == 2", "count != 2", "count < 2", "count <= 2", "count > 2", "count >= 2", "2 < count", "2 >= count", "3 == count",
    "isOn", "!isOn", "isOn == true", "isOn != false", "inner.name == \"a\"", "inner.name < \"b\"", "inner.weight >= 1",
    "inner.weight == 1.5", "limit == nil", "limit != nil", "limit == 3", "limit != 3", "inner.note == \"\"", "inner.note != nil",
    "count > 0 && isOn", "count > 0 || limit == 3", "!(count > 0 && inner.name == \"a\")",
  ])
  func sayTheSameAsLookingThePathsUp(text: String) throws {
    let predicate = try ActionLanguage.Predicate(text)
    let test = try #require(predicate.test(for: Outer.self))
    for state in Self.states {
      let (holds, metNothing) = try predicate.examine(in: state)
      #expect(test(state) == holds, "\(text) in \(state)")
      #expect(!metNothing)
    }
  }

  /// What may fail, or be absent in some state, is left to looking the paths up.
  @Test(arguments: [
    "count > 99999999999999999999", "count == limit", "names.count == 1", "names contains \"a\"", "limit > 1", "missing == 1",
    "any == 1",
    "inner == 1", "count == \"a\"", "count == nil", "count", "inner.name.count == 1",
  ])
  func leaveTheRestToLookingThePathsUp(text: String) throws {
    #expect(try ActionLanguage.Predicate(text).test(for: Outer.self) == nil)
  }

  @Test func changesAreNoticedInPlace() throws {
    let path = try StatePath("inner.name")
    let isChanged = try #require(path.changeDetector(in: Outer.self))
    var state = Outer()
    var noticed: [Bool] = [isChanged(state)]
    for name in ["", "a", "a", ""] {
      state.inner.name = name
      state.count += 1
      noticed.append(isChanged(state))
    }
    #expect(noticed == [false, false, true, false, true])
    #expect(try StatePath("names").changeDetector(in: Outer.self) == nil)
    // A number need not equal itself.
    #expect(try StatePath("inner.weight").changeDetector(in: Outer.self) == nil)
  }
}
