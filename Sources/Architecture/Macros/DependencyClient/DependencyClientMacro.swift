import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: `@DependencyEndpoint` on each closure of the struct, and its initialisers.
struct DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = member.as(VariableDeclSyntax.self), property.isEndpoint,
      !property.attributes.contains(named: "DependencyEndpoint")
    else { return [] }
    return ["@DependenciesMacros.DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) else {
      context.report(
        "'@DependencyClient' can only be applied to a struct",
        identifier: "dependencyClientNeedsStruct", at: declaration.introducer,
        fixIts: [.makeStruct(declaration, attribute: node)])
      return []
    }
    var properties: [Property] = []
    var lacksDefault = false
    for case let property? in declaration.memberBlock.members.map({ $0.decl.as(VariableDeclSyntax.self) }) {
      guard !property.isStatic, property.isStored, let binding = property.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
      else { continue }
      let isConstant = property.bindingSpecifier.tokenKind == .keyword(.let)
      if binding.initializer != nil, isConstant || property.access == .private { continue }
      guard let type = binding.typeAnnotation?.type.trimmed ?? binding.initializer?.value.literalType else {
        context.report(
          "'@DependencyClient' must see the type of '\(name.text)' to write an initializer: annotate it",
          identifier: "propertyNeedsType", at: binding,
          fixIts: [
            .replace(
              "Write the type", binding.pattern,
              with: PatternSyntax("\(name): <#Type#>\(raw: binding.initializer == nil ? "" : " ")"))
          ])
        return []
      }
      let unsupplied = property.isEndpoint ? Endpoint(property)?.unsupplied(in: nil) : nil
      if property.isEndpoint, unsupplied == nil { lacksDefault = true }
      properties.append(
        Property(
          name: name, type: type, access: property.access, isEndpoint: property.isEndpoint,
          defaultValue: property.isEndpoint
            ? nil : binding.initializer?.value.trimmedDescription ?? (!isConstant && type.isOptional ? "nil" : nil),
          unsupplied: binding.initializer == nil ? nil : unsupplied))
    }
    guard properties.contains(where: \.isEndpoint) else { return [] }
    let own = declaration.modifiers.lazy.compactMap { Access(rawValue: $0.name.text) }.first ?? .internal
    // A private type's members are as visible as the type; only a property can hide the initialiser further.
    let access = ([max(own, .internal)] + properties.map(\.access)).min() ?? .internal
    // The endpoint itself reports that it lacks a default value; an initializer without it would only add to that.
    guard !lacksDefault else { return [initializer(of: properties, access: access)] }
    return [
      initializer(of: properties, access: access),
      initializer(of: properties.filter { !$0.isEndpoint }, unsupplied: properties, access: access),
    ]
  }

  private struct Property {
    let name: TokenSyntax
    let type: TypeSyntax
    let access: Access
    let isEndpoint: Bool
    let defaultValue: String?
    /// For an endpoint with a default value: what reports before it returns the default value. The default value alone is what
    /// the property starts with, so an initializer that is not given the endpoint must set it.
    let unsupplied: String?
  }

  private static func initializer(
    of properties: [Property], unsupplied: [Property] = [], access: Access
  ) -> DeclSyntax {
    let parameters = properties.map { property in
      let escaping = property.type.functionType != nil ? "@escaping " : ""
      let value = property.defaultValue.map { " = \($0)" } ?? ""
      return "\(property.name.text): \(escaping)\(property.type.nonEscaping)\(value)"
    }
    let list = parameters.isEmpty ? "" : "\n" + parameters.joined(separator: ",\n") + "\n"
    let assignments =
      properties.map { "self.\($0.name.text) = \($0.name.text)" }
      + unsupplied.compactMap { property in property.unsupplied.map { "self.\(property.name.text) = \($0)" } }
    return """
      \(raw: access.modifier)init(\(raw: list)) {
      \(raw: assignments.joined(separator: "\n"))
      }
      """
  }
}

extension VariableDeclSyntax {
  /// Whether `@DependencyClient` makes an endpoint of the property.
  fileprivate var isEndpoint: Bool {
    if attributes.contains(named: "DependencyEndpointIgnored") { return false }
    return bindingSpecifier.tokenKind == .keyword(.var) && isStored && !isStatic
      && bindings.count == 1 && bindings.first?.typeAnnotation?.type.functionType != nil
      && (access > .private || attributes.contains(named: "DependencyEndpoint"))
  }
}

extension ExprSyntax {
  /// The type of a literal.
  fileprivate var literalType: TypeSyntax? {
    if self.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
    if self.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
    if self.is(StringLiteralExprSyntax.self) { return "Swift.String" }
    return nil
  }
}
