/// A value that reaches its content through a reference, so that two copies of it hold one content.
///
/// A difference of an old and a new state would find both sides alike; instead it asks for the content that was expected
/// and the one that is there (C69).
package protocol SharedReferenceDumpable {
  /// The reference that holds the content.
  var dumpedReference: AnyObject { get }

  /// The content as it is.
  var dumpedContent: Any { get }

  /// The content that this value had, or is expected to have, when it stands on the old side of a comparison.
  var dumpedFormerContent: Any { get }
}
