import ConcurrencyExtras
import Dependencies
import Foundation
import IssueReporting
@testable import Sharing
import Testing

private struct Note: Codable, Equatable { var text: String }

private enum Theme: String { case light, dark }

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var level: Self { Self[.inMemory("level"), default: 3] }
}

extension PersistenceKey where Self == PersistenceKeyDefault<AppStorageKey<Bool>> {
  fileprivate static var isLoud: Self { PersistenceKeyDefault(.appStorage("isLoud"), true) }
}

extension SharedReaderKey where Self == FileStorageKey<[Note]>.Default {
  fileprivate static var notes: Self { Self[.fileStorage(notesURL), default: [Note(text: "first")]] }
}

extension SharedReaderKey where Self == FileStorageKey<String> {
  fileprivate static var plainText: Self {
    .fileStorage(notesURL, decode: { String(decoding: $0, as: UTF8.self) }, encode: { Data($0.utf8) })
  }
}

private let notesURL = URL(fileURLWithPath: "/notes.json")

/// A key of the present kind, over a store that tells its subscribers.
private struct SignalKey: SharedKey {
  let signal: Signal
  var id: ObjectIdentifier { ObjectIdentifier(signal) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) { signal.load(continuation) }
  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    signal.subscriber.setValue(subscriber)
    return SharedSubscription { signal.subscriber.setValue(nil) }
  }
  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    signal.saved.withValue { $0.append(value) }
    if value < 0 { return continuation.resume(throwing: SignalError()) }
    continuation.resume()
  }
}

private struct SignalError: Error {}

private final class Signal: Sendable {
  let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
  let pending = LockIsolated<LoadContinuation<Int>?>(nil)
  let saved = LockIsolated<[Int]>([])
  let answersAtOnce: Bool
  init(answersAtOnce: Bool) { self.answersAtOnce = answersAtOnce }

  func load(_ continuation: LoadContinuation<Int>) {
    if answersAtOnce { continuation.resume(returning: 10) } else { pending.setValue(continuation) }
  }
}

/// A key of the older kind.
private struct OldKey: PersistenceKey, Hashable {
  let name: String
  static let values = LockIsolated<[String: String]>([:])
  func load(initialValue: String?) -> String? { Self.values.value[name] ?? initialValue }
  func save(_ value: String) { Self.values.withValue { $0[name] = value } }
}

@Suite struct SharedKeyTests {
  @Test func inMemoryValuesAreSharedByName() {
    withSharedWorld {
      @Shared(.inMemory("count")) var first = 1
      @Shared(.inMemory("count")) var second = 2
      // Doubles, because Swift 6.3.1 mixes up the closures of equal type that defaults and `#expect` make inside a closure.
      @Shared(.inMemory("other")) var other = 3.0
      $first.withLock { $0 += 10 }
      #expect(second == 11)
      #expect(other == 3.0)
      // The same name with another type is another value.
      @Shared(.inMemory("count")) var text = "text"
      #expect(text == "text")
    }
  }

  @Test func inMemoryValuesOutliveTheirWrappers() {
    withSharedWorld {
      do {
        @Shared(.inMemory("count")) var count = 0
        $count.withLock { $0 = 5 }
      }
      @Shared(.inMemory("count")) var again = 0
      #expect(again == 5)
    }
    withSharedWorld {
      @Shared(.inMemory("count")) var elsewhere = 0
      #expect(elsewhere == 0)
    }
  }

  @Test func keysHaveDefaults() {
    withSharedWorld {
      @Shared(.level) var level
      #expect(level == 3)
      @SharedReader(.inMemory("level")) var reader = 9
      $level.withLock { $0 = 4 }
      #expect(reader == 4)
      @Shared(.isLoud) var isLoud
      #expect(isLoud)
      @Shared(.inMemory("maybe")) var maybe: Int?
      #expect(maybe == nil)
    }
    withSharedWorld {
      @Shared(.level) var level = 8
      #expect(level == 8)
    }
  }

  @Test func filesHoldJSON() throws {
    let files = LockIsolated<[URL: Data]>([:])
    try withDependencies {
      $0.isolateSharedStorage()
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      @SharedReader(.notes) var reader
      @Shared(.fileStorage(notesURL)) var notes = [Note]()
      #expect(reader == [Note(text: "first")])
      #expect(files.value.isEmpty)
      $notes.withLock { $0 = [Note(text: "second")] }
      let data = try #require(files.value[notesURL])
      #expect(try JSONDecoder().decode([Note].self, from: data) == [Note(text: "second")])
    }
    withDependencies {
      $0.isolateSharedStorage()
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      @Shared(.fileStorage(notesURL)) var notes = [Note]()
      #expect(notes == [Note(text: "second")])
    }
  }

  @Test func aFileThatCannotBeReadIsReported() {
    let files = LockIsolated<[URL: Data]>([notesURL: Data("nonsense".utf8)])
    withDependencies {
      $0.isolateSharedStorage()
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      withExpectedIssue {
        @Shared(.fileStorage(notesURL)) var notes = [Note(text: "start")]
        #expect(notes == [Note(text: "start")])
        #expect($notes.loadError is DecodingError)
      }
    }
  }

  @Test func filesCanHaveAFormatOfTheirOwn() {
    let files = LockIsolated<[URL: Data]>([:])
    withDependencies {
      $0.isolateSharedStorage()
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      @Shared(.plainText) var text = ""
      $text.withLock { $0 = "plain" }
      #expect(files.value == [notesURL: Data("plain".utf8)])
    }
  }

  @Test func theRealFileSystemIsWrittenAtOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("deep/note.json")
    try withDependencies {
      $0.isolateSharedStorage()
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var note = Note(text: "")
      $note.text.withLock { $0 = "kept" }
      let data = try Data(contentsOf: url)
      #expect(try JSONDecoder().decode(Note.self, from: data) == Note(text: "kept"))
    }
  }

  @Test func userDefaultsHoldPlainValues() {
    let defaults = UserDefaults.inMemory
    withDependencies {
      $0.isolateSharedStorage()
      $0.defaultAppStorage = defaults
    } operation: {
      @Shared(.appStorage("count")) var count = 1
      @Shared(.appStorage("name")) var name: String?
      @Shared(.appStorage("theme")) var theme = Theme.light
      @Shared(.appStorage("note")) var note = Note(text: "a")
      @Shared(.appStorage("url")) var url: URL?
      $count.withLock { $0 += 1 }
      $name.withLock { $0 = "Blob" }
      $theme.withLock { $0 = .dark }
      $note.withLock { $0.text = "b" }
      $url.withLock { $0 = URL(string: "https://example.com") }
      #expect(defaults.object(forKey: "count") as? Int == 2)
      #expect(defaults.object(forKey: "name") as? String == "Blob")
      #expect(defaults.object(forKey: "theme") as? String == "dark")
      #expect(defaults.object(forKey: "note") as? Data == Data(#"{"text":"b"}"#.utf8))
      #expect(defaults.object(forKey: "url") as? String == "https://example.com")
      $name.withLock { $0 = nil }
      #expect(defaults.object(forKey: "name") == nil)
    }
    withDependencies {
      $0.isolateSharedStorage()
      $0.defaultAppStorage = defaults
    } operation: {
      @Shared(.appStorage("count")) var count = 1
      @Shared(.appStorage("theme")) var theme = Theme.light
      @Shared(.appStorage("note")) var note = Note(text: "a")
      @Shared(.appStorage("url")) var url: URL?
      #expect(count == 2)
      #expect(theme == .dark)
      #expect(note == Note(text: "b"))
      #expect(url == URL(string: "https://example.com"))
    }
  }

  @Test func userDefaultsChangedElsewhereArrive() {
    let defaults = UserDefaults.inMemory
    withDependencies {
      $0.isolateSharedStorage()
      $0.defaultAppStorage = defaults
    } operation: {
      let count = Shared(wrappedValue: 1, .appStorage("count"))
      let changes = LockIsolated(0)
      let subscription = count.reference.observe { changes.withValue { $0 += 1 } }
      defer { subscription.cancel() }
      defaults.set(5, forKey: "count")
      defaults.set("elsewhere", forKey: "other")
      let external = count.wrappedValue
      #expect(external == 5)
      #expect(changes.value == 1)
      count.withLock { $0 = 6 }
      defaults.set(5, forKey: "count")
      let again = count.wrappedValue
      #expect(again == 5)
      defaults.removeObject(forKey: "count")
      let initial = count.wrappedValue
      #expect(initial == 1)
      #expect(changes.value == 4)
    }
  }

  @Test func customKeysLoadSaveAndListen() async throws {
    try await withSharedWorld {
      let signal = Signal(answersAtOnce: true)
      do {
        @Shared(SignalKey(signal: signal)) var value = 0
        #expect(value == 10)
        signal.subscriber.value?.yield(20)
        #expect(value == 20)
        #expect(signal.saved.value == [])
        signal.subscriber.value?.yieldReturningInitialValue()
        #expect(value == 0)
        $value.withLock { $0 = 5 }
        #expect(signal.saved.value == [5])
        try await $value.load()
        #expect(value == 10)
        try await $value.save()
        #expect(signal.saved.value == [5, 10])
        withExpectedIssue { $value.withLock { $0 = -1 } }
        #expect($value.saveError is SignalError)
        await #expect(throws: SignalError.self) { try await $value.save() }
      }
      // Nobody holds the value any more, so the watch has ended.
      #expect(signal.subscriber.value == nil)
    }
  }

  @Test func aLateLoadArrivesLater() {
    withSharedWorld {
      let signal = Signal(answersAtOnce: false)
      @Shared(SignalKey(signal: signal)) var value = 1
      #expect(value == 1)
      #expect($value.isLoading)
      signal.pending.value?.resume(returning: 2)
      signal.pending.value?.resume(returning: 3)
      #expect(value == 2)
      #expect(!$value.isLoading)
    }
  }

  @Test func aRequiredValueMustBeThere() async throws {
    try await withSharedWorld {
      let shared = try await Shared(require: SignalKey(signal: Signal(answersAtOnce: true)))
      #expect(shared.wrappedValue == 10)
      await #expect(throws: SharedValueMissing.self) { _ = try await Shared<Int>(require: .inMemory("missing")) }
    }
  }

  @Test func olderKeysWork() {
    withSharedWorld {
      @Shared(OldKey(name: "greeting")) var greeting = "Hello"
      #expect(greeting == "Hello")
      $greeting.withLock { $0 = "Bye" }
      #expect(OldKey.values.value["greeting"] == "Bye")
    }
  }
}
