/// Where reducers that print their changes print them.
package enum PrintedChanges {
  /// Takes what is printed in place of standard output, for tools that own the terminal or reduce an action more than once.
  ///
  /// A type of its own, since a task-local value of a function type has no type metadata in an optimised build.
  package struct Sink: Sendable {
    let print: @Sendable (String) -> Void

    package init(_ print: @escaping @Sendable (String) -> Void) { self.print = print }

    /// Drops what is printed.
    package static let none = Sink { _ in }
  }

  @TaskLocal package static var sink: Sink?

  static func print(_ text: String) {
    if let sink { sink.print(text) } else { Swift.print(text) }
  }
}
