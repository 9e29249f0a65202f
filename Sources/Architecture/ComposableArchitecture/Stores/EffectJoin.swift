/// Counts the effects that one step of a sequence consists of, to go on when the last has ended.
final class EffectJoin {
  private(set) var pending = 0
  var next: (() -> Void)?

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    guard pending == 0, let next else { return }
    self.next = nil
    next()
  }
}
