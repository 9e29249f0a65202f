import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`, on a struct that is a feature and on an enum whose cases are the features of a destination or a path.
struct ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let wanted: [String]
    switch declaration.kind {
    case .structDecl: wanted = ["Reducer"]
    case .enumDecl: wanted = ["CaseReducer", "Reducer"]
    default: return []
    }
    let missing = wanted.filter { name in
      protocols.contains { $0.lastName == name } && !declaration.inherits(name)
    }
    guard !missing.isEmpty, EnumCase.all(in: declaration.memberBlock.members).overloaded.isEmpty else { return [] }
    let names = missing.map { "ComposableArchitecture." + $0 }.joined(separator: ", ")
    let conformance: DeclSyntax =
      "\(raw: declaration.attributes.availability)extension \(type.trimmed): \(raw: names) {}"
    return conformance.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let nested = member.as(EnumDeclSyntax.self), ["State", "Action"].contains(nested.name.text) {
      guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else { return [] }
      return ["CasePathable", "dynamicMemberLookup"]
        .filter { !nested.attributes.contains(named: $0) }
        .map { name in
          AttributeSyntax("@\(raw: name == "CasePathable" ? "CasePaths.CasePathable" : name)")
        }
    }
    guard let property = member.as(VariableDeclSyntax.self), property.isComputedBody,
      !property.isStatic || declaration.is(EnumDeclSyntax.self),
      !property.attributes.contains(named: "ReducerBuilder"), !property.hasReturnStatement
    else { return [] }
    return ["@ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>"]
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let conformances = SynthesizedConformances(of: node)
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return EnumReducer(declaration, conformances: conformances, in: context)?.members ?? []
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.report(
        "'@Reducer' can only be applied to a struct or an enum: a reducer is a value",
        identifier: "reducerNeedsValue", at: declaration.introducer,
        fixIts: [.makeStruct(declaration, attribute: node)])
      return []
    }
    return structMembers(of: declaration, conformances: conformances, in: context)
  }

  private static func structMembers(
    of declaration: StructDeclSyntax, conformances: SynthesizedConformances, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let access = declaration.memberAccess
    let types = declaration.nestedTypeNames
    let members = declaration.memberBlock.members.allDeclarations
    let reduce = members.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first(where: \.isReduce)
    let body = members.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { $0.isNamedBody && !$0.isStatic }

    if let reduce, body != nil {
      context.report(
        "A reducer has a 'body' or a 'reduce(into:action:)', not both: 'reduce(into:action:)' would win and 'body' would never run",
        identifier: "reduceAndBody", at: reduce.name,
        fixIts: [
          .replace(
            "Rename it and use it in the body", reduce.name, with: reduce.name.with(\.tokenKind, .identifier("core")))
        ])
    }

    // A type parameter named `State` or `Action` stands for the associated type as a nested type would.
    let parameters = Set(declaration.genericParameterClause?.parameters.map(\.name.identifierText) ?? [])
    let lacksState = !types.contains("State") && !parameters.contains("State")
    let lacksAction = !types.contains("Action") && !parameters.contains("Action")
    context.reportUndeclared(
      action: lacksAction, state: lacksState, in: declaration,
      code: [body.map { Syntax($0) }, reduce.map { Syntax($0) }].compactMap { $0 })
    var result: [DeclSyntax] = []
    if lacksState {
      let list = conformances.state ?? ["Swift.Codable", "Swift.Equatable", "Swift.Hashable", "Swift.Sendable"]
      result.append(
        """
        \(raw: access)struct State: \(raw: (["ComposableArchitecture.ObservableState"] + list).joined(separator: ", ")) {
        \(raw: access)init() {}
        }
        """)
    }
    if lacksAction {
      let list = conformances.action ?? ["Swift.Equatable", "Swift.Hashable", "Swift.Sendable"]
      result.append(
        "\(raw: access)enum Action\(raw: list.isEmpty ? "" : ": " + list.joined(separator: ", ")) {}")
    }
    if reduce == nil, body == nil {
      result.append(
        """
        \(raw: access)var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
        ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
        }
        """)
    }
    return result
  }
}

/// The conformances that `@Reducer(state: .equatable, .sendable, action: .equatable)` asks for.
struct SynthesizedConformances {
  /// `nil` when nothing was asked.
  private(set) var state: [String]?
  private(set) var action: [String]?

  init(of attribute: AttributeSyntax) {
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    var label = ""
    for argument in arguments {
      label = argument.label?.text ?? label
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.identifierText else { continue }
      let conformance = "Swift." + name.prefix(1).uppercased() + name.dropFirst()
      switch label {
      case "state": state = (state ?? []).appendingIfMissing(conformance)
      case "action": action = (action ?? []).appendingIfMissing(conformance)
      default: continue
      }
    }
  }
}

extension [String] {
  fileprivate func appendingIfMissing(_ element: String) -> [String] { contains(element) ? self : self + [element] }
}

extension DeclGroupSyntax {
  /// Whether the inheritance clause names the protocol, whatever module it is written with.
  func inherits(_ name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.lastName == name } ?? false
  }
}

extension FunctionDeclSyntax {
  /// Whether this is `reduce(into:action:)`.
  var isReduce: Bool {
    name.text == "reduce" && !modifiers.contains { $0.name.tokenKind == .keyword(.static) }
      && signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
  }
}

extension VariableDeclSyntax {
  var isNamedBody: Bool {
    bindings.count == 1
      && bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "body"
  }

  /// Whether this is a `body` with a getter, which a result builder can build.
  var isComputedBody: Bool {
    isNamedBody && bindingSpecifier.tokenKind == .keyword(.var) && bindings.first?.accessorBlock != nil
      && bindings.first?.initializer == nil
  }

  /// Whether the getter returns by statement, which a result builder cannot build.
  var hasReturnStatement: Bool {
    var statements: CodeBlockItemListSyntax?
    if case .getter(let items) = bindings.first?.accessorBlock?.accessors {
      statements = items
    } else if case .accessors(let accessors) = bindings.first?.accessorBlock?.accessors {
      statements = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    }
    return statements?.contains { $0.item.is(ReturnStmtSyntax.self) } ?? false
  }
}
