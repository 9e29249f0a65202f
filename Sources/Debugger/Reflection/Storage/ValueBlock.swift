/// Values side by side in memory of their own; only ever added to at the end.
///
/// What works on it need not know the values' type when it is compiled: unlike an array's, its methods find all they need of the type
/// in the object itself, which is several times faster there.
@usableFromInline
final class ValueBlock<Value> {
  /// Invariant: memory for `capacity` values, of which the first `count` are initialised.
  @usableFromInline let values: UnsafeMutablePointer<Value>
  @usableFromInline let capacity: Int
  @exclusivity(unchecked) @usableFromInline var count = 0

  @usableFromInline
  init(capacity: Int) {
    self.capacity = capacity
    values = .allocate(capacity: capacity)
  }

  deinit {
    values.deinitialize(count: count)
    values.deallocate()
  }

  /// - Precondition: There is room.
  @inlinable
  func append(_ value: consuming Value) {
    precondition(count < capacity)
    (values + count).initialize(to: value)
    count += 1
  }

  /// Adds some values of another block.
  @inlinable
  func append(_ range: Range<Int>, of other: ValueBlock) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count && count + range.count <= capacity)
    (values + count).initialize(from: other.values + range.lowerBound, count: range.count)
    count += range.count
  }

  @inlinable
  func value(at index: Int) -> Value {
    precondition(index >= 0 && index < count)
    return values[index]
  }

  @inlinable
  func replace(at index: Int, with value: Value) {
    precondition(index >= 0 && index < count)
    values[index] = value
  }

  /// Another block with the first values of this one.
  @inlinable
  func copy(of first: Int, capacity: Int) -> ValueBlock {
    let block = ValueBlock(capacity: capacity)
    block.append(0..<first, of: self)
    return block
  }
}
