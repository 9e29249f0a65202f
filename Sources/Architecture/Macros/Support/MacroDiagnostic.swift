import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a macro has to say about a place in the source.
struct MacroDiagnostic: DiagnosticMessage {
  let message: String
  let identifier: String
  var severity: DiagnosticSeverity = .error

  var diagnosticID: MessageID { MessageID(domain: "ArchitectureMacros", id: identifier) }
}

/// What a fix-it offers.
struct MacroFixIt: FixItMessage {
  let message: String
  let identifier: String

  var fixItID: MessageID { MessageID(domain: "ArchitectureMacros", id: identifier) }
}

extension MacroExpansionContext {
  /// Reports an error at `node`, with fix-its that each replace one node by another.
  func report(
    _ message: String, identifier: String, severity: DiagnosticSeverity = .error, at node: some SyntaxProtocol,
    fixIts: [FixIt] = []
  ) {
    diagnose(
      Diagnostic(
        node: Syntax(node), message: MacroDiagnostic(message: message, identifier: identifier, severity: severity),
        fixIts: fixIts))
  }
}

extension FixIt {
  /// A fix-it that replaces a node.
  static func replace(_ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(
      message: MacroFixIt(message: message, identifier: "replace"),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// The fix-it that makes a `class` or `actor` a `struct`, or takes the attribute away from anything else.
  static func makeStruct(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> FixIt {
    let introducer = declaration.introducer
    switch introducer.tokenKind {
    case .keyword(.class), .keyword(.actor):
      return replace(
        "Change '\(introducer.text)' to 'struct'", introducer, with: introducer.with(\.tokenKind, .keyword(.struct)))
    default:
      return remove(attribute)
    }
  }

  /// The fix-it that takes an attribute away.
  static func remove(_ attribute: AttributeSyntax) -> FixIt {
    // What stood before the attribute stays, the space behind it goes.
    replace(
      "Remove '\(attribute.trimmedDescription)'", attribute,
      with: MissingDeclSyntax(placeholder: .identifier("", leadingTrivia: attribute.leadingTrivia)))
  }
}
