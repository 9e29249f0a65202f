import Dependencies
import Foundation
import Testing

private enum FirstKey: TestDependencyKey { static let testValue = "first" }
private enum SecondKey: TestDependencyKey { static let testValue = "second" }

/// A default that is made from another dependency.
private enum GreetingKey: TestDependencyKey {
  static var testValue: Greeting {
    @Dependency(\.first) var first
    return Greeting(text: "hello \(first)")
  }
}

private struct Greeting { let text: String }

extension DependencyValues {
  fileprivate var first: String {
    get { self[FirstKey.self] }
    set { self[FirstKey.self] = newValue }
  }
  fileprivate var second: String {
    get { self[SecondKey.self] }
    set { self[SecondKey.self] = newValue }
  }
  fileprivate var greeting: Greeting { self[GreetingKey.self] }
}

private final class Model {
  @Dependency(\.first) var first
  @Dependency(\.second) var second
  @Dependency(\.context) var context
}

struct CombiningTests {
  @Test func whatWasKeptAndWhatIsInForceCombineWithTheLatterFirst() {
    let model = withDependencies {
      $0.first = "kept 1"
      $0.second = "kept 2"
    } operation: {
      Model()
    }
    #expect(model.first == "kept 1")
    withDependencies {
      $0.second = "now 2"
    } operation: {
      #expect(model.first == "kept 1")
      #expect(model.second == "now 2")
      withDependencies {
        $0.first = "inner 1"
      } operation: {
        #expect(model.first == "inner 1")
        #expect(model.second == "now 2")
      }
    }
    #expect(model.second == "kept 2")
  }

  @Test func combinationsOfCombinationsKeepTheirOrder() {
    let outer = withDependencies {
      $0.first = "outer 1"
      $0.second = "outer 2"
    } operation: {
      Model()
    }
    let inner = withDependencies {
      $0.second = "inner 2"
    } operation: {
      withDependencies(from: outer) { Model() }
    }
    #expect(inner.first == "outer 1")
    #expect(inner.second == "inner 2")
    withDependencies {
      $0.first = "now 1"
    } operation: {
      #expect(inner.first == "now 1")
      #expect(inner.second == "inner 2")
      withDependencies(from: inner) {
        $0.second = "changed 2"
      } operation: {
        let changed = Model()
        #expect(changed.first == "now 1")
        #expect(changed.second == "changed 2")
      }
    }
  }

  @Test func theContextIsKeptAndOverriddenLikeTheRest() {
    #expect(Model().context == .test)
    let live = withDependencies {
      $0.context = .live
    } operation: {
      Model()
    }
    #expect(live.context == .live)
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(live.context == .preview)
    }
    withDependencies {
      $0.first = "other"
    } operation: {
      #expect(live.context == .live)
    }
  }

  @Test func changingACopyLeavesTheOriginal() {
    let original = DependencyValues()
    var copy = original
    copy.first = "changed"
    copy.context = .live
    #expect(original.first == "first")
    #expect(original.context == .test)
    #expect(copy.first == "changed")
    #expect(copy.context == .live)
  }

  @Test func aDefaultMadeFromAnotherDependencyFindsTheOneInForce() {
    // Asked for the first time here, so that this is where the default is made.
    withDependencies {
      $0.first = "world"
    } operation: {
      @Dependency(\.greeting) var greeting
      #expect(greeting.text == "hello world")
    }
  }

  @Test func threadsThatReadTogetherFindTheSameDefault() async {
    final class Service: Sendable {}
    enum ServiceKey: TestDependencyKey { static var testValue: Service { Service() } }
    let found = await withTaskGroup(of: ObjectIdentifier.self, returning: Set<ObjectIdentifier>.self) { group in
      for _ in 0..<16 { group.addTask { ObjectIdentifier(DependencyValues._current[ServiceKey.self]) } }
      return await group.reduce(into: []) { $0.insert($1) }
    }
    #expect(found.count == 1)
  }
}
