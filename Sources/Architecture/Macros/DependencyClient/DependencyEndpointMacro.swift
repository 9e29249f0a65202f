import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: a closure that nobody supplied asks the debugger or reports an issue, and a method form with labels.
struct DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self), let endpoint = Endpoint(property),
      property.isStored, property.bindingSpecifier.tokenKind == .keyword(.var), !property.isStatic,
      endpoint.unsupplied(in: nil) != nil
    else { return [] }
    let storage = endpoint.storageName
    return [
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
      \(raw: storage) = initialValue
      }
      """,
      """
      get {
      \(raw: storage)
      }
      """,
      """
      set {
      \(raw: storage) = newValue
      }
      """,
    ]
  }
}

extension DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self),
      property.bindingSpecifier.tokenKind == .keyword(.var), property.isStored, !property.isStatic,
      let endpoint = Endpoint(property)
    else {
      context.report(
        "'@DependencyEndpoint' can only be applied to a stored 'var' whose type is a function",
        identifier: "endpointNeedsFunction", at: declaration, fixIts: [.remove(node)])
      return []
    }
    guard let unsupplied = endpoint.unsupplied(in: context) else { return [] }
    var peers: [DeclSyntax] = [
      "private var \(raw: endpoint.storageName): \(endpoint.type.nonEscaping) = \(raw: unsupplied)"
    ]
    if let method = methodForm(of: endpoint, named: methodName(of: node)) { peers.insert(method, at: 0) }
    return peers
  }

  /// `func fetch(id p0: Int) …` for a closure whose parameters are named, or under the name that was asked for.
  private static func methodForm(of endpoint: Endpoint, named name: String?) -> DeclSyntax? {
    let parameters = endpoint.parameters
    guard name != nil || parameters.contains(where: { $0.label != nil }) else { return nil }
    let list = parameters.map { parameter in
      "\(parameter.label?.text ?? "_") \(parameter.name): \(parameter.type)"
    }
    let attributes = endpoint.typeAttributes.filter { $0 != "@Sendable" && $0 != "@escaping" }
      .map { $0 + " " }.joined()
    let effects = endpoint.function.effectSpecifiers.map { " " + $0.trimmedDescription } ?? ""
    let result = endpoint.returnsNothing ? "" : " -> \(endpoint.returnType)"
    let access = endpoint.declaration.access.modifier
    return """
      \(raw: endpoint.declaration.attributes.availability)\(raw: attributes)\
      \(raw: access)func \(raw: name ?? endpoint.name.text)(\(raw: list.joined(separator: ", ")))\(raw: effects)\(raw: result) {
      \(raw: endpoint.callEffects)self.\(endpoint.name)(\(raw: parameters.map(\.argument).joined(separator: ", ")))
      }
      """
  }

  private static func methodName(of attribute: AttributeSyntax) -> String? {
    guard case .argumentList(let arguments)? = attribute.arguments,
      let literal = arguments.first(where: { $0.label?.text == "method" })?.expression.as(StringLiteralExprSyntax.self),
      let name = literal.representedLiteralValue, !name.isEmpty
    else { return nil }
    return name
  }
}

extension Endpoint {
  /// `_count`, or `` `_fetch(id:)` `` where parameters are named: a function's type does not know their names, so the debugger reads
  /// them there.
  var storageName: String {
    let name = "_\(name.identifierText)"
    guard parameters.contains(where: { $0.label != nil }) else { return name }
    return "`\(name)(\(parameters.map { ($0.label?.identifierText ?? "_") + ":" }.joined()))`"
  }
}

extension TypeSyntax {
  /// The type without `@escaping`, which only a parameter may have.
  var nonEscaping: TypeSyntax {
    guard var attributed = self.as(AttributedTypeSyntax.self) else { return trimmed }
    attributed.attributes = attributed.attributes.filter {
      $0.as(AttributeSyntax.self)?.attributeName.lastName != "escaping"
    }
    return TypeSyntax(attributed).trimmed
  }
}
