/// The nearest of several names to a mistyped one.
enum Nearest {
  /// The name with the fewest edits from `word`, when those are no more than a third of its length (at least one, or two from four
  /// letters on); the first of equals.
  ///
  /// - Complexity: The product of the lengths for each name; a word of more than 64 characters has no neighbours.
  static func name(to word: String, among names: [String]) -> String? {
    guard word.count <= 64 else { return nil }
    let limit = max(word.count / 3, word.count > 3 ? 2 : 1)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(Array(word.lowercased()), Array(name.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Levenshtein's distance, with two neighbouring characters swapped counting as one edit.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
