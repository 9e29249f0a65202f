/// Where reducers that print their changes print them.
package enum PrintedChanges {
  /// Takes what is printed in place of standard output, for tools that own the terminal or reduce an action more than once.
  @TaskLocal package static var sink: (@Sendable (String) -> Void)?

  static func print(_ text: String) {
    if let sink { sink(text) } else { Swift.print(text) }
  }
}
