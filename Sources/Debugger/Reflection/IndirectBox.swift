#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The heap box in which the runtime keeps the payload of an indirect case.
enum IndirectBox {
  /// `iovec` stands for the pair (object, value address): two words, returned in two registers by C's convention as by Swift's.
  private typealias Allocate = @convention(c) (UnsafeRawPointer) -> iovec
  private typealias Deallocate = @convention(c) (UnsafeRawPointer) -> Void

  // Invariant: these are the runtime's own entry points, whose signatures are part of the stable ABI.
  private static let allocateBox: Allocate? = dlsym(nil, "swift_allocBox").map { unsafeBitCast($0, to: Allocate.self) }
  private static let deallocateBox: Deallocate? = dlsym(nil, "swift_deallocBox").map {
    unsafeBitCast($0, to: Deallocate.self)
  }

  /// A box of one reference with uninitialised room for a value of `type`; `nil` when the runtime hides its entry points.
  static func allocate(for type: Any.Type) -> (object: UnsafeRawPointer, value: UnsafeMutableRawPointer)? {
    // A thick metatype is the address of the metadata record, which is what the runtime asks for.
    guard let allocateBox, deallocateBox != nil else { return nil }
    let pair = allocateBox(unsafeBitCast(type, to: UnsafeRawPointer.self))
    guard let object = pair.iov_base else { return nil }
    return (UnsafeRawPointer(object), UnsafeMutableRawPointer(mutating: payload(of: UnsafeRawPointer(object), as: type)))
  }

  /// Frees a box in which no value was placed.
  static func deallocate(_ object: UnsafeRawPointer) { deallocateBox?(object) }

  /// The address of the payload in a box: after the two-word object header, at the payload's alignment.
  static func payload(of box: UnsafeRawPointer, as type: Any.Type) -> UnsafeRawPointer {
    let mask = TypeMetadata(type).alignment - 1
    return box + ((16 + mask) & ~mask)
  }
}
