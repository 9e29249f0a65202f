import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState`: the conformance alone. The store observes; properties stay stored as they are written.
struct ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      context.report(
        "'@ObservableState' can only be applied to a struct or an enum: state is a value",
        identifier: "observableStateNeedsValue", at: declaration.introducer,
        fixIts: [.makeStruct(declaration, attribute: node)])
      return []
    }
    guard !protocols.isEmpty, !declaration.inherits("ObservableState") else { return [] }
    let conformance: DeclSyntax = """
      \(raw: declaration.attributes.availability)extension \(type.trimmed): ComposableArchitecture.ObservableState {}
      """
    return conformance.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
