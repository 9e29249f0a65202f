import Terminal

extension Terminal.Completion {
  /// The candidates where the cursor stands in a word: those that end as the word does replace all of it, as it would else stand there
  /// twice.
  ///
  /// - Parameter rest: What stands behind the cursor.
  func over(_ rest: Substring, in line: String) -> Terminal.Completion {
    func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    let tail = rest.prefix(while: isPart)
    guard !tail.isEmpty else { return self }
    let word = line.dropFirst(replaceRange.lowerBound).prefix(replaceRange.count) + tail
    var whole: [Candidate] = []
    for candidate in candidates where candidate.text.hasPrefix(word) {
      guard !candidate.text.dropFirst(word.count).contains(where: isPart) else { continue }
      // What always follows may follow already.
      whole.append(Candidate(String(word), explanation: candidate.explanation))
    }
    guard !whole.isEmpty else { return self }
    return Terminal.Completion(replacing: replaceRange.lowerBound..<replaceRange.upperBound + tail.count, with: whole)
  }
}
