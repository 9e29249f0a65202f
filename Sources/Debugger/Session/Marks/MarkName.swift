/// What branches and checkpoints may be called.
enum MarkName {
  private static let lengthLimit = 40
  private static let reserved: Set<String> = ["start", "end", "all"]

  /// Checks a name.
  ///
  /// - Throws: `CommandError` when it could be taken for something else, such as an entry's number.
  static func check(_ arguments: CommandArguments, of kind: String) throws(CommandError) -> String {
    let name = arguments.text
    guard !reserved.contains(name) else {
      throw CommandError(
        "\"\(name)\" cannot name a \(kind): it means something else already, as in goto \(name == "all" ? "start" : name)",
        column: arguments.column)
    }
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isWord, name.first?.isLetter == true, name.count <= lengthLimit else {
      throw CommandError(
        "\"\(name)\" cannot name a \(kind)", column: arguments.column,
        notes: ["A name begins with a letter and has letters, digits, - _ and . only, \(lengthLimit) at the most."])
    }
    return name
  }
}
