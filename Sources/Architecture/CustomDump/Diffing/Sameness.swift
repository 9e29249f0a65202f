/// Whether two values are alike: equal if their type has an equality, else alike in all their parts.
///
/// - Parameters:
///   - lhs: The old value.
///   - rhs: The new value.
func isSame(_ lhs: Any, _ rhs: Any) -> Bool {
  var compared: Set<ObjectPair> = []
  return isSame(lhs, rhs, compared: &compared)
}

/// Two objects that a comparison met face to face; a second meeting decides nothing new.
struct ObjectPair: Hashable {
  var first: ObjectIdentifier
  var second: ObjectIdentifier
}

private func isSame(_ lhs: Any, _ rhs: Any, compared: inout Set<ObjectPair>) -> Bool {
  let isReference = lhs is any SharedReferenceDumpable && rhs is any SharedReferenceDumpable
  if !isReference, let equatable = lhs as? any Equatable {
    return isEqual(equatable, rhs)
  }
  let former = unwrapped(lhs, former: true)
  let latter = unwrapped(rhs)
  if let equatable = former as? any Equatable {
    return isEqual(equatable, latter)
  }
  guard type(of: former) == type(of: latter) else { return false }
  if let first = dumpedObject(former), let second = dumpedObject(latter) {
    if first === second { return true }
    let pair = ObjectPair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
    guard compared.insert(pair).inserted else { return true }
  }
  let first = Shape(of: former, isRoot: false)
  let second = Shape(of: latter, isRoot: false)
  guard first.kind == second.kind, first.text == second.text, first.children.count == second.children.count else {
    return false
  }
  for (left, right) in zip(first.children, second.children) {
    guard left.name == right.name, isSame(left.value, right.value, compared: &compared) else { return false }
  }
  return true
}

private func isEqual<T: Equatable>(_ lhs: T, _ rhs: Any) -> Bool {
  guard let rhs = rhs as? T else { return false }
  return lhs == rhs
}
