import Foundation
import IssueReporting

/// Holds a shared value that a key loads, saves and keeps up to date.
final class PersistentReference<Key: SharedReaderKey>: StoredReference<Key.Value>, @unchecked Sendable {
  private let key: Key
  private let initialValue: Key.Value?
  private let state = NSRecursiveLock()
  private var subscription: SharedSubscription?
  private var pendingLoads = 0
  private var latestLoadError: (any Error)?
  private var latestSaveError: (any Error)?

  init(key: Key, initialValue: Key.Value, hasInitialValue: Bool, registeredIn references: SharedReferences) {
    self.key = key
    // In memory nothing can take the value back to its start, and a second owner would make the first change copy it.
    self.initialValue = hasInitialValue && !(key is any ReferenceKeepingKey) ? initialValue : nil
    super.init(initialValue, registeredIn: references)
    begin()
  }

  deinit { subscription?.cancel() }

  private var context: LoadContext<Key.Value> { initialValue.map { .initialValue($0) } ?? .userInitiated }

  private func begin() {
    loading(true)
    key.load(
      context: context,
      continuation: LoadContinuation { [weak self] result in
        self?.loading(false)
        self?.take(result)
      })
    let subscription = key.subscribe(
      context: context,
      subscriber: SharedSubscriber(
        callback: { [weak self] in self?.take($0) },
        onLoading: { [weak self] in self?.loading($0) }))
    state.withLock { self.subscription = subscription }
  }

  private func loading(_ isLoading: Bool) {
    state.withLock { pendingLoads = max(0, pendingLoads + (isLoading ? 1 : -1)) }
  }

  private func take(_ result: Result<Key.Value?, any Error>) {
    switch result {
    case .success(let value):
      state.withLock { latestLoadError = nil }
      if let value = value ?? initialValue { receive(value) }
    case .failure(let error):
      state.withLock { latestLoadError = error }
      reportIssue(error, "A shared value could not be loaded")
    }
  }

  override var isLoading: Bool { state.withLock { pendingLoads > 0 } }
  override var loadError: (any Error)? { state.withLock { latestLoadError } }
  override var saveError: (any Error)? { state.withLock { latestSaveError } }

  override func load() async throws {
    loading(true)
    defer { loading(false) }
    do {
      let value = try await withCheckedThrowingContinuation { continuation in
        key.load(context: .userInitiated, continuation: LoadContinuation { continuation.resume(with: $0) })
      }
      state.withLock { latestLoadError = nil }
      if let value = value ?? initialValue { receive(value) }
    } catch {
      state.withLock { latestLoadError = error }
      throw error
    }
  }

  override func didWrite() {
    write(key, context: .didSet) { [weak self] result in
      guard case .failure(let error) = result else {
        self?.note(saveError: nil)
        return
      }
      self?.note(saveError: error)
      reportIssue(error, "A shared value could not be saved")
    }
  }

  override func save() async throws {
    do {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        write(key, context: .userInitiated) { continuation.resume(with: $0) }
      }
      note(saveError: nil)
    } catch {
      note(saveError: error)
      throw error
    }
  }

  private func note(saveError error: (any Error)?) {
    state.withLock { latestSaveError = error }
  }

  /// Saves through the key if it can save; a key that only reads is done at once.
  private func write(_ key: Key, context: SaveContext, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard let key = key as? any SharedKey else { return whenDone(.success(())) }
    save(with: key, context: context, whenDone: whenDone)
  }

  private func save<SavingKey: SharedKey>(
    with key: SavingKey, context: SaveContext, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    // In memory the reference is the storage: a copy beside it would only make every change copy the collection.
    guard key.savesValues, let value = value(.current) as? SavingKey.Value else { return whenDone(.success(())) }
    key.save(value, context: context, continuation: SaveContinuation(whenDone))
  }
}
