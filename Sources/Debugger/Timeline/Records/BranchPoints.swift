/// What follows each step. Most have one follower; only the others cost memory.
struct BranchPoints {
  private struct Key: Hashable {
    let step: Int32
    let input: Int
  }

  private var several: [Int: [Int]] = [:]
  /// The followers of steps that have many, by their input's hash.
  private var byInput: [Key: Int32] = [:]
  /// From so many on they are looked up instead of compared.
  private static var many: Int { 16 }

  /// The steps that follow a step, oldest first.
  func children(of step: Int, in steps: StepList) -> [Int] {
    let next = steps.next(after: step)
    return next == 0 ? [] : next > 0 ? [Int(next)] : several[step] ?? []
  }

  /// The newest step that follows a step.
  func newestChild(of step: Int, in steps: StepList) -> Int? {
    let next = steps.next(after: step)
    return next == 0 ? nil : next > 0 ? Int(next) : several[step]?.last
  }

  /// The step that follows another through an input.
  func child(of step: Int, input: Input, in steps: StepList) -> Int? {
    let next = steps.next(after: step)
    guard next < 0 else { return next > 0 && steps.input(of: Int(next)) == input ? Int(next) : nil }
    guard let all = several[step] else { return nil }
    if all.count >= Self.many {
      guard let found = byInput[Key(step: Int32(step), input: input.hashValue)] else { return nil }
      if steps.input(of: Int(found)) == input { return Int(found) }
    }
    return all.first { steps.input(of: $0) == input }
  }

  /// Adds a step that follows another.
  mutating func add(_ child: Int, to step: Int, in steps: inout StepList) {
    switch steps.next(after: step) {
    case 0: steps.setNext(after: step, to: Int32(child))
    case let only where only > 0:
      several[step] = [Int(only), child]
      steps.setNext(after: step, to: -1)
    default:
      several[step, default: []].append(child)
      let count = several[step]?.count ?? 0
      guard count >= Self.many else { return }
      for other in count == Self.many ? several[step] ?? [] : [child] { remember(other, of: step, in: steps) }
    }
  }

  private mutating func remember(_ child: Int, of step: Int, in steps: StepList) {
    guard let input = steps.input(of: child) else { return }
    let key = Key(step: Int32(step), input: input.hashValue)
    // The oldest of several that are alike counts.
    if byInput[key] == nil { byInput[key] = Int32(child) }
  }

  /// Takes a step away that follows another.
  mutating func remove(_ child: Int, from step: Int, in steps: inout StepList) {
    guard steps.next(after: step) < 0, var all = several.removeValue(forKey: step) else {
      return steps.setNext(after: step, to: 0)
    }
    // Ascending, since steps are numbered as they come.
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < child { low = middle + 1 } else { high = middle }
    }
    guard low < all.count, all[low] == child else {
      several[step] = all
      return
    }
    if all.count >= Self.many, let input = steps.input(of: child) {
      byInput[Key(step: Int32(step), input: input.hashValue)] = nil
    }
    all.remove(at: low)
    if all.count == Self.many - 1 {
      for other in all {
        if let input = steps.input(of: other) { byInput[Key(step: Int32(step), input: input.hashValue)] = nil }
      }
    }
    if all.count == 1 {
      steps.setNext(after: step, to: Int32(all[0]))
    } else {
      several[step] = all
    }
  }
}
