/// One step through two collections side by side.
enum AlignmentStep: Equatable {
  /// An element of the first that stands face to face with one of the second.
  case both(Int, Int)
  case removed(Int)
  case added(Int)
}

/// Pairs the elements of two sequences: by identity where elements have one, else by likeness.
///
/// - Returns: The steps in reading order. Cost: linear in what both ends have in common, and for the rest at most
///   `exactLimit` comparisons for the shortest difference, or O(n log n) when elements are identifiable or hashable.
func align(_ first: [Any], _ second: [Any]) -> [AlignmentStep] {
  var start = 0
  while start < first.count, start < second.count, isSame(first[start], second[start]) { start += 1 }
  var firstEnd = first.count
  var secondEnd = second.count
  while firstEnd > start, secondEnd > start, isSame(first[firstEnd - 1], second[secondEnd - 1]) {
    firstEnd -= 1
    secondEnd -= 1
  }
  var steps = (0..<start).map { AlignmentStep.both($0, $0) }
  steps += alignMiddle(first, start..<firstEnd, second, start..<secondEnd)
  steps += zip(firstEnd..<first.count, secondEnd..<second.count).map { .both($0, $1) }
  return steps
}

/// Above this many pairs the shortest difference is not searched: 500 × 500 elements that all differ take about a second.
private let exactLimit = 250_000

private func alignMiddle(_ first: [Any], _ left: Range<Int>, _ second: [Any], _ right: Range<Int>) -> [AlignmentStep] {
  if left.isEmpty || right.isEmpty { return left.map { .removed($0) } + right.map { .added($0) } }
  let identities = left.compactMap { identity(of: first[$0]) }
  let newIdentities = right.compactMap { identity(of: second[$0]) }
  if identities.count == left.count, newIdentities.count == right.count {
    return byKey(identities, left, newIdentities, right)
  }
  let steps: [AlignmentStep]
  if left.count * right.count <= exactLimit {
    steps = byLikeness(first, left, second, right)
  } else {
    let keys = left.compactMap { key(of: first[$0]) }
    let newKeys = right.compactMap { key(of: second[$0]) }
    guard keys.count == left.count, newKeys.count == right.count else {
      return pairingRuns(left.map { .removed($0) } + right.map { .added($0) })
    }
    steps = byKey(keys, left, newKeys, right)
  }
  return pairingRuns(steps)
}

private func identity(of value: Any) -> AnyHashable? {
  func identifier<T: Identifiable>(_ value: T) -> AnyHashable { AnyHashable(value.id) }
  return (unwrapped(value) as? any Identifiable).map { identifier($0) }
}

private func key(of value: Any) -> AnyHashable? {
  unwrapped(value) as? AnyHashable
}

private func byLikeness(_ first: [Any], _ left: Range<Int>, _ second: [Any], _ right: Range<Int>) -> [AlignmentStep] {
  let difference = Array(second[right]).difference(from: Array(first[left])) { isSame($1, $0) }
  var removals: Set<Int> = []
  var insertions: Set<Int> = []
  for change in difference {
    switch change {
    case .remove(let offset, _, _): removals.insert(left.lowerBound + offset)
    case .insert(let offset, _, _): insertions.insert(right.lowerBound + offset)
    }
  }
  return merge(left, removals, right, insertions)
}

/// Keeps the longest run of keys that stand in the same order on both sides.
private func byKey(
  _ keys: [AnyHashable], _ left: Range<Int>, _ newKeys: [AnyHashable], _ right: Range<Int>
) -> [AlignmentStep] {
  var places: [Occurrence: Int] = [:]
  var counts: [AnyHashable: Int] = [:]
  for (offset, key) in newKeys.enumerated() {
    places[Occurrence(key: key, number: counts[key, default: 0])] = offset
    counts[key, default: 0] += 1
  }
  counts = [:]
  let targets = keys.map { key in
    defer { counts[key, default: 0] += 1 }
    return places[Occurrence(key: key, number: counts[key, default: 0])]
  }
  // The longest increasing subsequence of the targets, by patience sorting.
  var tops: [Int] = []
  var previous = [Int?](repeating: nil, count: targets.count)
  for (offset, target) in targets.enumerated() {
    guard let target else { continue }
    var low = 0
    var high = tops.count
    while low < high {
      let middle = (low + high) / 2
      if let top = targets[tops[middle]], top < target { low = middle + 1 } else { high = middle }
    }
    previous[offset] = low > 0 ? tops[low - 1] : nil
    if low == tops.count { tops.append(offset) } else { tops[low] = offset }
  }
  var removals = Set(left)
  var insertions = Set(right)
  var kept = tops.last
  while let offset = kept {
    removals.remove(left.lowerBound + offset)
    if let target = targets[offset] { insertions.remove(right.lowerBound + target) }
    kept = previous[offset]
  }
  return merge(left, removals, right, insertions)
}

/// A key that may stand several times in a collection.
private struct Occurrence: Hashable {
  var key: AnyHashable
  var number: Int
}

private func merge(_ left: Range<Int>, _ removals: Set<Int>, _ right: Range<Int>, _ insertions: Set<Int>) -> [AlignmentStep] {
  var steps: [AlignmentStep] = []
  var first = left.lowerBound
  var second = right.lowerBound
  while first < left.upperBound || second < right.upperBound {
    if first < left.upperBound, removals.contains(first) {
      steps.append(.removed(first))
      first += 1
    } else if second < right.upperBound, insertions.contains(second) {
      steps.append(.added(second))
      second += 1
    } else {
      steps.append(.both(first, second))
      first += 1
      second += 1
    }
  }
  return steps
}

/// Elements without identity that were replaced in place are compared with what replaced them.
private func pairingRuns(_ steps: [AlignmentStep]) -> [AlignmentStep] {
  var result: [AlignmentStep] = []
  var removed: [Int] = []
  var added: [Int] = []
  func flush() {
    let paired = min(removed.count, added.count)
    result += (0..<paired).map { .both(removed[$0], added[$0]) }
    result += removed[paired...].map { .removed($0) }
    result += added[paired...].map { .added($0) }
    removed = []
    added = []
  }
  for step in steps {
    switch step {
    case .removed(let offset): removed.append(offset)
    case .added(let offset): added.append(offset)
    case .both:
      flush()
      result.append(step)
    }
  }
  flush()
  return result
}
