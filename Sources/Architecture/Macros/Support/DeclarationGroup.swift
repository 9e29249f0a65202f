import SwiftSyntax

extension DeclGroupSyntax {
  /// The keyword that introduces the declaration.
  var introducer: TokenSyntax {
    if let declaration = self.as(StructDeclSyntax.self) { return declaration.structKeyword }
    if let declaration = self.as(EnumDeclSyntax.self) { return declaration.enumKeyword }
    if let declaration = self.as(ClassDeclSyntax.self) { return declaration.classKeyword }
    if let declaration = self.as(ActorDeclSyntax.self) { return declaration.actorKeyword }
    if let declaration = self.as(ProtocolDeclSyntax.self) { return declaration.protocolKeyword }
    return firstToken(viewMode: .sourceAccurate) ?? .identifier("")
  }

  /// The access its members need to be used wherever the type is: `public `, `package ` or nothing.
  var memberAccess: String {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }

  var isIndirect: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.indirect) } }

  /// The types declared in the body, type aliases included, whatever `#if` they stand in.
  var nestedTypeNames: Set<String> {
    var names: Set<String> = []
    for declaration in memberBlock.members.allDeclarations {
      if let named = declaration.asProtocol((any NamedDeclSyntax).self), !declaration.is(FunctionDeclSyntax.self) {
        names.insert(named.name.identifierText)
      }
    }
    return names
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var identifierText: String {
    let text = text
    return text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }
}

extension MemberBlockItemListSyntax {
  /// The declarations, those inside of `#if` included.
  var allDeclarations: [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      return conditional.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members) = clause.elements else { return [] }
        return members.allDeclarations
      }
    }
  }
}

extension AttributeListSyntax {
  /// Whether an attribute of this name is there, written with or without its module.
  func contains(named name: String) -> Bool { first(named: name) != nil }

  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.lastName == name }
  }

  /// The availability attributes, as text that can stand before a declaration.
  var availability: String {
    compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.attributeName.lastName == "available" }
      .map { $0.trimmedDescription + "\n" }.joined()
  }
}

extension TypeSyntax {
  /// The last name of a type: `AlertState` of `ComposableArchitecture.AlertState<Alert>`.
  var lastName: String? {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.identifierText }
    if let member = self.as(MemberTypeSyntax.self) { return member.name.identifierText }
    return nil
  }
}
