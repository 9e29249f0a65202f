/// Finds in a regular expression what makes looking for it exponential: a repeated group with a repetition or a choice in it.
enum NestedRepetition {
  /// Where such a group is repeated, in characters from the start; `nil` when it is nowhere.
  ///
  /// - Complexity: Linear in the length of the expression.
  static func place(in expression: String) -> Int? {
    let characters = Array(expression)
    // Of each open group, whether it has a repetition or a choice in it.
    var groups: [Bool] = [false]
    var index = 0
    while index < characters.count {
      let start = index
      index += 1
      switch characters[start] {
      case "\\": index += 1
      case "[":
        var depth = 1
        while index < characters.count, depth > 0 {
          switch characters[index] {
          case "\\": index += 1
          case "[": depth += 1
          case "]": depth -= 1
          default: break
          }
          index += 1
        }
      case "(":
        groups.append(false)
        // What follows `(?` says of which kind the group is.
        if index < characters.count, characters[index] == "?" { index += 1 }
      case ")":
        guard groups.count > 1, let group = groups.popLast() else { break }
        if group, index < characters.count, "*+{".contains(characters[index]) { return index }
        groups[groups.count - 1] = groups[groups.count - 1] || group
      case "|", "*", "+", "?", "{": groups[groups.count - 1] = true
      default: break
      }
    }
    return nil
  }
}
