import Timeline

/// Positions with a name, to come back to.
struct Checkpoints {
  /// One position with its name and the number it was given.
  struct Checkpoint: Hashable {
    let number: Int
    let name: String
    let position: Position
  }

  private(set) var all: [Checkpoint] = []
  private var nextNumber = 1

  /// The name the next checkpoint gets when none is given.
  var nextName: String {
    var number = nextNumber
    while self["c\(number)"] != nil { number += 1 }
    return "c\(number)"
  }

  /// The checkpoint with a name.
  subscript(name: String) -> Checkpoint? { all.first { $0.name == name } }

  /// Names a position; a checkpoint that had the name before moves there.
  @discardableResult
  mutating func set(_ name: String, at position: Position) -> (checkpoint: Checkpoint, moved: Checkpoint?) {
    let old = self[name]
    all.removeAll { $0.name == name }
    let checkpoint = Checkpoint(number: old?.number ?? nextNumber, name: name, position: position)
    if old == nil { nextNumber += 1 }
    all.append(checkpoint)
    return (checkpoint, old)
  }

  /// Takes a checkpoint as it was in another process.
  mutating func restore(_ checkpoint: Checkpoint) {
    all.append(checkpoint)
    nextNumber = max(nextNumber, checkpoint.number + 1)
  }

  mutating func remove(_ checkpoint: Checkpoint) { all.removeAll { $0 == checkpoint } }
  mutating func removeAll() { all = [] }
  /// Removes the checkpoints in some steps and gives them back.
  mutating func removeAll(inSteps steps: Set<Int>) -> [Checkpoint] {
    let gone = all.filter { steps.contains($0.position.step) }
    all.removeAll { steps.contains($0.position.step) }
    return gone
  }
}
