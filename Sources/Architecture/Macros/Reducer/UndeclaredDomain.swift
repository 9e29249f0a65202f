import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What the code of a reducer says of a state or of actions that the reducer does not declare.
///
/// A reducer may leave out either when it has none, and gets an empty one. That its code uses some is then most likely a declaration
/// that was forgotten, renamed, or put into an extension, where the macro cannot see it.
final class UndeclaredDomain: SyntaxVisitor {
  /// The actions that are switched over, in order, and whether any has a payload.
  private(set) var actions: [String] = []
  private(set) var hasPayloads = false
  /// The first property of the state that is used.
  private(set) var stateProperty: String?

  init(of nodes: [Syntax]) {
    super.init(viewMode: .sourceAccurate)
    for node in nodes { walk(node) }
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.subject.as(DeclReferenceExprSyntax.self)?.baseName.text == "action" else { return .visitChildren }
    for element in node.cases {
      guard let label = element.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self) else { continue }
      for item in label.caseItems { note(item.pattern) }
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if stateProperty == nil, node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "state" {
      stateProperty = node.declName.baseName.text
    }
    return .visitChildren
  }

  private func note(_ pattern: PatternSyntax) {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { return note(binding.pattern) }
    guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return }
    let call = expression.as(FunctionCallExprSyntax.self)
    guard let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self), member.base == nil else { return }
    if call != nil { hasPayloads = true }
    let name = member.declName.baseName.text
    if !actions.contains(name) { actions.append(name) }
  }
}

extension MacroExpansionContext {
  /// Reports that the code of a reducer handles actions, or changes a state, that the reducer does not declare.
  func reportUndeclared(action: Bool, state: Bool, in declaration: StructDeclSyntax, code: [Syntax]) {
    guard action || state else { return }
    let used = UndeclaredDomain(of: code)
    if action, let first = used.actions.first {
      let names = used.actions.map { "case \($0)" }.joined(separator: "\n  ")
      report(
        """
        '\(declaration.name.text)' handles '.\(first)' but declares no 'Action': a reducer needs its actions as a nested type, \
        written in the struct itself
        """,
        identifier: "missingAction", at: declaration.name,
        fixIts: used.hasPayloads
          ? []
          : [
            .insertMember("enum Action {\n  \(names)\n}", into: declaration.memberBlock, "Add 'enum Action' with what is handled")
          ])
    }
    if state, let property = used.stateProperty {
      report(
        """
        '\(declaration.name.text)' uses 'state.\(property)' but declares no 'State': a reducer needs its state as a nested type, \
        written in the struct itself
        """,
        identifier: "missingState", at: declaration.name)
    }
  }
}

extension FixIt {
  /// The fix-it that puts a declaration before all other members.
  fileprivate static func insertMember(_ source: String, into block: MemberBlockSyntax, _ message: String) -> FixIt {
    let indented = source.split(separator: "\n", omittingEmptySubsequences: false).map { "\n  " + $0 }.joined()
    let member = MemberBlockItemSyntax(decl: DeclSyntax("\(raw: indented)"))
    return replace(message, block, with: block.with(\.members, [member] + block.members))
  }
}
