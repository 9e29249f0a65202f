import Foundation

// Foundation has this on Apple platforms only; effects listen to notifications with it.

extension NotificationCenter {
  /// The notifications of a name, from the moment of the call until the sequence is dropped.
  ///
  /// They are kept in the order in which they are posted, until somebody reads them.
  ///
  /// - Parameters:
  ///   - name: Which notifications.
  ///   - object: The sender, if only one is of interest.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
    Notifications(of: name, from: object, center: self)
  }

  /// The notifications of a name, one after the other.
  public struct Notifications: AsyncSequence, Sendable {
    public typealias Element = Notification
    public typealias Failure = Never

    private let stream: AsyncStream<UncheckedSendable<Notification>>

    init(of name: Notification.Name, from object: AnyObject?, center: NotificationCenter) {
      let (stream, continuation) = AsyncStream.makeStream(of: UncheckedSendable<Notification>.self)
      // Safe to send: a notification is immutable. What is in it was handed to everybody who listens.
      let observer = center.addObserver(forName: name, object: object, queue: nil) {
        continuation.yield(UncheckedSendable($0))
      }
      // Safe to send: the observer is only handed back to the center, which may be used from everywhere.
      let registration = UncheckedSendable((center, observer))
      continuation.onTermination = { _ in registration.value.0.removeObserver(registration.value.1) }
      self.stream = stream
    }

    /// Reads the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<UncheckedSendable<Notification>>.AsyncIterator

      public mutating func next() async -> Notification? { await base.next()?.value }

      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await base.next(isolation: actor)?.value
      }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: stream.makeAsyncIterator()) }
  }
}
