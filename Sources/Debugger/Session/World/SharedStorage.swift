import ComposableArchitecture
import Sharing
import Synchronization

/// What the worlds of one session share through `@Shared`: in memory, in files and in user defaults, none of it outside the process.
///
/// There is one of each value, and a state only refers to it; so whoever looks at a moment or goes on from it first puts that moment's
/// values in place. A moment is kept for each change of a value, never for each action.
final class SharedStorage: Sendable {
  /// The shared values of one moment.
  final class Moment: Sendable {
    fileprivate let snapshot: SharedStorageSnapshot
    fileprivate let registrations: Int

    fileprivate init(_ snapshot: SharedStorageSnapshot, registrations: Int) {
      self.snapshot = snapshot
      self.registrations = registrations
    }
  }

  private let values: DependencyValues
  private let references: SharedReferences
  private let tracker = SharedChangeTracker()
  /// The moment whose values are in place, as long as nothing was changed.
  private let latest = Mutex<Moment?>(nil)

  init() {
    var values = DependencyValues()
    values.isolateSharedStorage()
    self.values = values
    references = values.sharedReferences
  }

  /// Whether there are shared values at all; without any, every moment has the same.
  var isInUse: Bool { references.registrationCount > 0 }

  /// Puts this storage in place of the real one.
  func install(in other: inout DependencyValues) {
    other.sharedReferences = values.sharedReferences
    other.defaultInMemoryStorage = values.defaultInMemoryStorage
    other.defaultFileStorage = values.defaultFileStorage
    other.defaultAppStorage = values.defaultAppStorage
  }

  /// Runs an operation that may change shared values, itself or through the effects it starts.
  ///
  /// - Parameter onWrite: Told of each change before it is made.
  func tracking<Output>(
    onWrite: (@Sendable (SharedWrite) -> Void)? = nil, _ operation: () throws -> Output
  ) rethrows -> Output {
    let outer = tracker.onWrite
    tracker.onWrite = onWrite
    defer { tracker.onWrite = outer }
    return try tracker.track(operation)
  }

  /// The values as they are. Costs a look at a counter when nothing changed since the last time.
  func capture() -> Moment {
    latest.withLock { latest in
      let registrations = references.registrationCount
      if let latest, latest.registrations == registrations, !tracker.hasChanges { return latest }
      _ = tracker.takeChanges()
      let moment = Moment(
        DependencyValues.$_current.withValue(values) { SharedStorageSnapshot.capture() }, registrations: registrations)
      latest = moment
      return moment
    }
  }

  /// Puts the values of a moment in place.
  func restore(_ moment: Moment?) {
    guard let moment, isInUse else { return }
    DependencyValues.$_current.withValue(values) { moment.snapshot.restore() }
    _ = tracker.takeChanges()
    latest.withLock { $0 = moment }
  }
}
