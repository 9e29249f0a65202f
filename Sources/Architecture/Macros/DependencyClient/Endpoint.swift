import SwiftSyntax

/// A stored property of a dependency client whose type is a function.
struct Endpoint {
  let name: TokenSyntax
  let type: TypeSyntax
  let function: FunctionTypeSyntax
  let initializer: ExprSyntax?
  let declaration: VariableDeclSyntax

  init?(_ declaration: VariableDeclSyntax) {
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type,
      let function = type.functionType
    else { return nil }
    self.name = name.trimmed
    self.type = type.trimmed
    self.function = function
    self.initializer = binding.initializer?.value.trimmed
    self.declaration = declaration
  }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }
  var isThrowing: Bool {
    guard let clause = function.effectSpecifiers?.throwsClause else { return false }
    return clause.type?.trimmedDescription != "Never"
  }
  /// `throws(Failure)`: the type, when an endpoint throws one type of error only.
  var typedError: String? { isThrowing ? function.effectSpecifiers?.throwsClause?.type?.trimmedDescription : nil }
  var returnType: TypeSyntax { function.returnClause.type.trimmed }
  var returnsNothing: Bool { ["Void", "Swift.Void", "()"].contains(returnType.trimmedDescription) }
  var returnsOptional: Bool { returnType.isOptional }
  /// `try`, `await` or both, as a call needs them.
  var callEffects: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }
  var parameters: [Parameter] { function.parameters.enumerated().map { Parameter($1, at: $0) } }

  /// The attributes that make the stored closure what it is: `@Sendable`, `@MainActor`.
  var typeAttributes: [String] {
    type.as(AttributedTypeSyntax.self)?.attributes.map(\.trimmedDescription) ?? []
  }

  /// A parameter of the function.
  struct Parameter {
    /// The label of the method form: the second name in `(_ id: Int)`.
    let label: TokenSyntax?
    let type: TypeSyntax
    let position: Int

    init(_ element: TupleTypeElementSyntax, at position: Int) {
      let name = element.secondName ?? element.firstName
      self.label = name.flatMap { $0.tokenKind == .wildcard ? nil : $0.trimmed }
      self.type = element.type.trimmed
      self.position = position
    }

    var name: String { "p\(position)" }
    var isInout: Bool { specifiers.contains("inout") }
    private var specifiers: [String] {
      type.as(AttributedTypeSyntax.self)?.specifiers.map(\.trimmedDescription) ?? []
    }
    private var isAutoclosure: Bool {
      type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
    }
    /// Whether the value can be put into an array: not a function that must not escape.
    var canBeStored: Bool {
      guard type.functionType != nil else { return !isInout }
      return type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "escaping") ?? false
    }
    /// The parameter as an argument of a call.
    var argument: String { isInout ? "&\(name)" : isAutoclosure ? "\(name)()" : name }
  }
}

extension TypeSyntax {
  /// Whether the type is an optional by its spelling. A stored `var` of such a type written `T?` starts as `nil`.
  var isOptional: Bool { self.is(OptionalTypeSyntax.self) || lastName == "Optional" }

  /// The function type inside of attributes and parentheses.
  var functionType: FunctionTypeSyntax? {
    if let function = self.as(FunctionTypeSyntax.self) { return function }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.functionType }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
      only.firstName == nil
    {
      return only.type.functionType
    }
    return nil
  }
}

extension VariableDeclSyntax {
  var isStatic: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }

  /// Whether the property is stored: it has no getter (observers do not count).
  var isStored: Bool {
    guard let accessors = bindings.first?.accessorBlock?.accessors else { return true }
    guard case .accessors(let list) = accessors else { return false }
    return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  /// The access the property is declared with, `internal` when it says nothing.
  var access: Access {
    for modifier in modifiers where modifier.detail == nil {
      if let access = Access(rawValue: modifier.name.text) { return access }
    }
    return .internal
  }
}

/// Who may use a declaration, from fewest to most.
enum Access: String, CaseIterable, Comparable {
  case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

  static func < (left: Access, right: Access) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }

  /// The modifier to write before a member of this access.
  var modifier: String { self == .internal ? "" : self == .open ? "public " : rawValue + " " }
}
