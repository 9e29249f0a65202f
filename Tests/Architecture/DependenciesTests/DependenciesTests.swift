import Clocks
import Dependencies
import Foundation
import IssueReporting
import Testing

private struct Client: Sendable {
  var name: String
}

extension Client: DependencyKey {
  static let liveValue = Client(name: "live")
  static let previewValue = Client(name: "preview")
  static let testValue = Client(name: "test")
}

extension DependencyValues {
  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

/// A key with a live value only.
private enum LiveOnlyKey: DependencyKey { static let liveValue = 42 }

/// A client with a live value only.
private struct LiveOnlyClient: DependencyKey {
  var name: String
  var isOn = false
  static let liveValue = LiveOnlyClient(name: "live")
}

/// A client without a live value.
private struct InterfaceClient: TestDependencyKey {
  var name: String
  static let testValue = InterfaceClient(name: "interface")
}

/// A key without a live value.
private enum InterfaceKey: TestDependencyKey { static let testValue = 7 }

private struct Model {
  @Dependency(\.client) var client
  @Dependency(Client.self) var sameClient
  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now
}

@Suite struct DependenciesTests {
  @Test func theContextDecidesWhichDefaultIsUsed() {
    for (context, name) in [(DependencyContext.live, "live"), (.preview, "preview"), (.test, "test")] {
      withDependencies {
        $0.context = context
      } operation: {
        #expect(Model().client.name == name)
        #expect(Model().sameClient.name == name)
      }
    }
    #expect(DependencyValues._current.context == .test)
  }

  @Test func aKeyWithoutTestValueReportsEachUseInATest() {
    for _ in 0..<2 {
      withExpectedIssue {
        let value = DependencyValues._current[LiveOnlyKey.self]
        #expect(value == 42)
      }
    }
  }

  @Test func aKeyWithoutLiveValueReportsItsUseInTheApplication() {
    withDependencies {
      $0.context = .live
    } operation: {
      withExpectedIssue {
        let value = DependencyValues._current[InterfaceKey.self]
        #expect(value == 7)
      }
    }
  }

  @Test func changingAPartOfADependencyIsNoUseOfItsDefault() async {
    withDependencies {
      $0[LiveOnlyClient.self].isOn = true
    } operation: {
      @Dependency(LiveOnlyClient.self) var client
      #expect(client.isOn)
      #expect(client.name == "live")
    }
    await withDependencies {
      await Task.yield()
      $0[LiveOnlyClient.self].name = "given"
    } operation: {
      #expect(DependencyValues._current[LiveOnlyClient.self].name == "given")
    }
    // What was made for that is not kept: who uses the default hears of it.
    withExpectedIssue { #expect(!DependencyValues._current[LiveOnlyClient.self].isOn) }
    withDependencies {
      $0.context = .live
      $0[InterfaceClient.self].name = "given"
    } operation: {
      #expect(DependencyValues._current[InterfaceClient.self].name == "given")
    }
  }

  @Test func aDefaultThatReadsOthersUsesThemEvenWhenItIsOnlyChanged() {
    struct Reading: TestDependencyKey {
      var name: String
      static var testValue: Reading { Reading(name: DependencyValues._current[LiveOnlyClient.self].name) }
    }
    withExpectedIssue {
      withDependencies {
        $0[Reading.self].name += "!"
      } operation: {
        #expect(DependencyValues._current[Reading.self].name == "live!")
      }
    }
  }

  @Test func anOverrideHoldsInsideItsOperationOnly() {
    withDependencies {
      $0.client.name = "outer"
    } operation: {
      #expect(Model().client.name == "outer")
      withDependencies {
        $0.client.name += " inner"
      } operation: {
        #expect(Model().client.name == "outer inner")
      }
      #expect(Model().client.name == "outer")
    }
    #expect(Model().client.name == "test")
  }

  @Test func aPropertyKeepsTheDependenciesItWasMadeWith() {
    let model = withDependencies {
      $0.client.name = "made"
    } operation: {
      Model()
    }
    #expect(model.client.name == "made")
    withDependencies {
      $0.client.name = "now"
    } operation: {
      #expect(model.client.name == "now")
    }
    // What the task changes does not take away what the property was made with.
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      #expect(model.client.name == "made")
      #expect(model.uuid() == UUID(0))
      #expect(model.uuid() == UUID(1))
    }
  }

  @Test func tasksInheritTheDependencies() async {
    await withDependencies {
      $0.client.name = "task"
    } operation: {
      let inherited = await Task { Model().client.name }.value
      #expect(inherited == "task")
    }
  }

  @Test func escapedDependenciesComeBackWhereTheyAreYielded() {
    let continuation = withDependencies {
      $0.client.name = "escaped"
    } operation: {
      withEscapedDependencies { $0 }
    }
    #expect(Model().client.name == "test")
    continuation.yield { #expect(Model().client.name == "escaped") }
  }

  @Test func dependenciesOfAModelReachWhatItMakes() {
    final class Parent {
      @Dependency(\.client) var client
    }
    let parent = withDependencies {
      $0.client.name = "parent"
    } operation: {
      Parent()
    }
    let child = withDependencies(from: parent) { Model() }
    #expect(child.client.name == "parent")
  }

  @Test func generatedIdentifiersCountUp() throws {
    let uuid = UUIDGenerator.incrementing
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
  }

  @Test func theDateCanBeFixedAndReadThroughItsKeyPath() {
    let date = Date(timeIntervalSince1970: 1_234_567_890)
    withDependencies {
      $0.date.now = date
    } operation: {
      #expect(Model().now == date)
    }
  }

  @Test func unimplementedBuiltInsReport() {
    withExpectedIssue { _ = Model().uuid() }
    withExpectedIssue { _ = Model().now }
    withExpectedIssue { _ = DependencyValues._current.locale }
  }

  @Test func theRandomNumberGeneratorIsKeptBetweenUses() {
    struct Counting: RandomNumberGenerator, Sendable {
      var state: UInt64 = 0
      mutating func next() -> UInt64 {
        state += 1
        return state
      }
    }
    let generator = WithRandomNumberGenerator(Counting())
    #expect(generator { $0.next() } == 1)
    #expect(generator { $0.next() } == 2)
  }
}

private enum PreparedKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

@Suite struct PrepareDependenciesTests {
  @Test func preparedDependenciesHoldForTheProcessAndGiveWayToOverrides() {
    #expect(DependencyValues._current[PreparedKey.self] == "test")
    prepareDependencies { $0[PreparedKey.self] = "prepared" }
    #expect(DependencyValues._current[PreparedKey.self] == "prepared")
    withDependencies {
      $0[PreparedKey.self] = "override"
    } operation: {
      #expect(DependencyValues._current[PreparedKey.self] == "override")
    }
  }
}
