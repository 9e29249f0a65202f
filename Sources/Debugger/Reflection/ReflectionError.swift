/// Why a value could not be looked into or built.
public enum ReflectionError: Error, CustomStringConvertible {
  /// A value of another type than the place needs.
  case typeMismatch(expected: Any.Type, found: Any.Type)
  /// The type has no case, field or element of that name or position.
  case noSuchMember(String, in: Any.Type)
  /// A number of parts that differs from the number of fields.
  case wrongPartCount(expected: Int, found: Int, of: Any.Type)
  /// A case that takes a payload got none, or the other way round.
  case payloadMismatch(case: String, of: Any.Type)
  /// The type's inside cannot be read or written through metadata.
  case opaque(Any.Type)

  public var description: String {
    switch self {
    case .typeMismatch(let expected, let found):
      "expected a value of type \(TypeShape.of(expected).name), found \(TypeShape.of(found).name)"
    case .noSuchMember(let name, let type):
      "\(TypeShape.of(type).name) has no member \"\(name)\""
    case .wrongPartCount(let expected, let found, let type):
      "\(TypeShape.of(type).name) is made of \(expected) parts, found \(found)"
    case .payloadMismatch(let name, let type):
      "the case \"\(name)\" of \(TypeShape.of(type).name) takes another payload"
    case .opaque(let type):
      "\(TypeShape.of(type).name) is opaque: its inside cannot be read or written"
    }
  }
}
