import SwiftDiagnostics
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
      property.isStored, property.bindingSpecifier.tokenKind == .keyword(.var), !property.isStatic
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
    guard let unsupplied = unsupplied(endpoint, in: context) else { return [] }
    var peers: [DeclSyntax] = [
      "private var \(raw: endpoint.storageName): \(endpoint.type.nonEscaping) = \(raw: unsupplied)"
    ]
    if let method = methodForm(of: endpoint, named: methodName(of: node)) { peers.insert(method, at: 0) }
    return peers
  }

  /// The closure that stands in until somebody supplies one; reports and gives `nil` when it could return nothing.
  private static func unsupplied(_ endpoint: Endpoint, in context: some MacroExpansionContext) -> String? {
    let fallback: String?
    if let initializer = endpoint.initializer {
      // A closure is what to return after the issue is reported; any other expression is taken as it is.
      guard initializer.is(ClosureExprSyntax.self) else { return initializer.description }
      fallback = initializer.description
    } else {
      fallback = nil
    }
    if fallback == nil, !endpoint.isThrowing || endpoint.typedError != nil, !endpoint.returnsNothing, !endpoint.returnsOptional {
      let binding = endpoint.declaration.bindings.first
      var fixIts: [FixIt] = []
      if let binding {
        let ignored = endpoint.parameters.isEmpty ? "" : endpoint.parameters.map { _ in "_" }.joined(separator: ", ") + " in "
        let initialized = binding.with(
          \.initializer,
          InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: ExprSyntax("{ \(raw: ignored)<#\(endpoint.returnType)#> }")))
        fixIts = [.replace("Give it a default value", binding, with: initialized)]
      }
      context.report(
        "An endpoint that does not throw needs a default value: '\(endpoint.name.text)' must return a '\(endpoint.returnType)' even when nobody supplied it",
        identifier: "endpointNeedsDefault", at: endpoint.declaration, fixIts: fixIts)
      return nil
    }

    let names = endpoint.parameters.map(\.name).joined(separator: ", ")
    let arguments = endpoint.parameters.filter(\.canBeStored).map { parameter in
      "(\(parameter.label.map { "\"\($0.identifierText)\"" } ?? "nil"), \(parameter.name))"
    }
    let call = """
      DependenciesMacros._UnsuppliedEndpoint(client: Self.self, name: "\(endpoint.name.identifierText)", \
      arguments: [\(arguments.joined(separator: ", "))])
      """
    let returned = endpoint.returnsNothing ? "Swift.Void" : endpoint.returnType.trimmedDescription
    let result = "returning: (\(returned)).self"
    let waits = endpoint.isAsync ? "await " : ""
    let lines: [String]
    if let fallback {
      lines = [
        "let fallback: \(endpoint.type.nonEscaping) = \(fallback)",
        "if let answer = \(waits)endpoint.answer(\(result)) {",
        "return answer",
        "}",
        "return \(endpoint.callEffects)fallback(\(endpoint.parameters.map(\.argument).joined(separator: ", ")))",
      ]
    } else if endpoint.isThrowing, endpoint.typedError == nil {
      lines = ["return try \(waits)endpoint.answerOrThrow(\(result))"]
    } else if endpoint.returnsNothing {
      lines = ["_ = \(waits)endpoint.answer(\(result))"]
    } else {
      lines = ["return \(waits)endpoint.answer(\(result)) ?? nil"]
    }
    return """
      {\(names.isEmpty ? "" : " " + names + " in")
      let endpoint = \(call)
      \(lines.joined(separator: "\n"))
      }
      """
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
  var storageName: String { "_\(name.identifierText)" }
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
