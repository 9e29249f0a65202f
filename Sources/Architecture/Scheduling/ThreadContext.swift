import Foundation

/// One object for each thread: what the synchronous work it does at the moment is a part of.
///
/// It is what a task-local value is for asynchronous work, and costs a few nanoseconds instead of dozens.
package enum ThreadContext {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The object lent to the thread, if there is one.
  package static var object: AnyObject? {
    // Invariant: what is stored was put there by `lend`, whose caller keeps the object alive until it is taken away again.
    pthread_getspecific(key).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What was lent before another object was.
  package struct Outer {
    fileprivate let object: UnsafeMutableRawPointer?
  }

  /// Lends an object to the thread until `giveBack` is called, on the same thread and before the object goes away.
  package static func lend(_ object: AnyObject?) -> Outer {
    let outer = Outer(object: pthread_getspecific(key))
    pthread_setspecific(key, object.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    return outer
  }

  /// Ends what `lend` began.
  package static func giveBack(_ outer: Outer) { pthread_setspecific(key, outer.object) }
}
