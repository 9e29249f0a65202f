import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import ArchitectureMacros

/// Source text with its macros expanded in this process, and what they had to say about it.
struct MacroExpansion {
  /// The expanded source.
  let source: String
  /// Each diagnostic as `line:column: severity: message`, its fix-its below it as `  fix-it: message`.
  let diagnostics: [String]
  /// The source after each fix-it, in the order of the diagnostics.
  let fixed: [String]

  init(_ source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macroSpecs: Self.macros,
      contextGenerator: { BasicMacroExpansionContext(sharingWith: context, lexicalContext: [Syntax($0)]) },
      indentationWidth: .spaces(2))
    self.source = expanded.description.trimmingBlankLines
    let converter = SourceLocationConverter(fileName: "Test.swift", tree: file)
    var fixed: [String] = []
    diagnostics = context.diagnostics.map { diagnostic in
      let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Test.swift")
      let lines =
        ["\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"]
        + diagnostic.fixIts.map { "  fix-it: \($0.message.message)" }
      for fixIt in diagnostic.fixIts { fixed.append(Self.apply(fixIt, to: file, converter, in: context)) }
      return lines.joined(separator: "\n")
    }
    self.fixed = fixed
  }

  private static let conformances: [String: [TypeSyntax]] = [
    "CasePathable": ["CasePathable", "CasePathIterable"],
    "Reducer": ["Reducer", "CaseReducer"],
    "ObservableState": ["ObservableState"],
  ]

  private static var macros: [String: MacroSpec] {
    let types: [String: any Macro.Type] = [
      "CasePathable": CasePathableMacro.self, "DependencyClient": DependencyClientMacro.self,
      "DependencyEndpoint": DependencyEndpointMacro.self, "ObservableState": ObservableStateMacro.self,
      "Reducer": ReducerMacro.self, "ReducerCaseEphemeral": MarkerMacro.self, "ReducerCaseIgnored": MarkerMacro.self,
    ]
    return types.reduce(into: [:]) { $0[$1.key] = MacroSpec(type: $1.value, conformances: conformances[$1.key] ?? []) }
  }

  private static func apply(
    _ fixIt: FixIt, to file: SourceFileSyntax, _ converter: SourceLocationConverter, in context: BasicMacroExpansionContext
  ) -> String {
    var bytes = Array(file.description.utf8)
    for case .replace(let old, let new) in fixIt.changes {
      // A macro sees its declaration detached from the file, so offsets go through the place in the file.
      let place = context.location(for: old.position, anchoredAt: old, fileName: "Test.swift")
      let start = converter.position(ofLine: place.line, column: place.column).utf8Offset
      bytes.replaceSubrange(start..<start + old.totalLength.utf8Length, with: Array(new.description.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmingBlankLines: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
