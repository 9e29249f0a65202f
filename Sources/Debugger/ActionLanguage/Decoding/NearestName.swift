/// The closest of some names to a mistyped one.
package enum NearestName {
  /// - Returns: The name with the fewest edits, when these are at most a third of the letters; else one that begins alike.
  package static func of(_ typed: String, in names: [String]) -> String? {
    guard typed.utf8.count <= 64 else { return nil }
    let wanted = Array(typed.lowercased())
    var best: (name: String, distance: Int)?
    for name in names where name.utf8.count <= 128 {
      let distance = edits(wanted, Array(name.lowercased()))
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    if let best, best.distance <= max(1, wanted.count / 3) { return best.name }
    let prefix = typed.lowercased()
    return names.first { $0.lowercased().hasPrefix(prefix) }
      ?? names.first { $0.lowercased().contains(prefix) && wanted.count > 2 }
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  private static func edits(_ first: [Character], _ second: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      current.reserveCapacity(second.count + 1)
      for column in second.indices {
        let isSame = first[row] == second[column]
        var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[second.count]
  }
}
