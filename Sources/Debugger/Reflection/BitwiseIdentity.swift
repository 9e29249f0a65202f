#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Comparison of values by their bytes: the cheap way to see that nothing changed.
///
/// Equal bytes mean equal values, since copies of a value share its references. Different bytes mean nothing: padding may
/// differ, and equal collections may have storage of their own.
public enum BitwiseIdentity {
  /// Whether two values of one type have the same bytes.
  ///
  /// - Complexity: the size of the type, not of what it refers to.
  public static func holds(_ first: Any, _ second: Any) -> Bool {
    let type = Swift.type(of: first)
    guard type == Swift.type(of: second) else { return false }
    let size = TypeMetadata(type).size
    // Both pointers lend `size` initialised bytes; padding may be indeterminate, which only costs the shortcut.
    return TypeShape.withBytes(of: first) { left in
      TypeShape.withBytes(of: second) { right in memcmp(left, right, size) == 0 }
    }
  }

  /// The positions at which two arrays of one length hold different bytes.
  ///
  /// - Complexity: one pass over the bytes of both; constant when they share storage.
  public static func differingPositions<Element>(_ first: [Element], _ second: [Element]) -> [Int] {
    first.withUnsafeBufferPointer { left in
      second.withUnsafeBufferPointer { right in
        // The buffers lend `count` initialised elements, `stride` bytes apart.
        guard left.count == right.count, let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return [] }
        if leftStart == rightStart { return [] }
        let size = MemoryLayout<Element>.size
        guard size > 0 else { return [] }
        return left.indices.filter { memcmp(leftStart + $0, rightStart + $0, size) != 0 }
      }
    }
  }
}
