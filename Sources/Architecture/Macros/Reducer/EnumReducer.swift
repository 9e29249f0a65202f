import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What `@Reducer` writes into an enum: a state and an action with a case for each case, and the reducer that runs them.
struct EnumReducer {
  private let declaration: EnumDeclSyntax
  private let conformances: SynthesizedConformances
  private let cases: [EnumCase]

  /// Reports what is wrong with the enum; `nil` when nothing useful can be written.
  init?(
    _ declaration: EnumDeclSyntax, conformances: SynthesizedConformances, in context: some MacroExpansionContext
  ) {
    self.declaration = declaration
    self.conformances = conformances
    self.cases = EnumCase.all(in: declaration.memberBlock.members)

    let overloaded = cases.overloaded
    for element in overloaded {
      context.report(
        "'@Reducer' cannot tell case '\(element.name.text)' from another case of the same name: give each case a name of its own",
        identifier: "overloadedCase", at: element.name)
    }
    for (_, declaration) in cases.elements {
      if let ephemeral = declaration.attributes.first(named: "ReducerCaseEphemeral"),
        declaration.attributes.contains(named: "ReducerCaseIgnored")
      {
        context.report(
          "A case is '@ReducerCaseIgnored' or '@ReducerCaseEphemeral', not both",
          identifier: "ignoredAndEphemeral", at: ephemeral, fixIts: [.remove(ephemeral)])
      }
    }
    for (element, declaration) in cases.elements where element.parameters.isEmpty || element.parameters.count > 1 {
      if let ephemeral = declaration.attributes.first(named: "ReducerCaseEphemeral") {
        context.report(
          "'@ReducerCaseEphemeral' needs a case with one payload: the state that any of its actions dismisses",
          identifier: "ephemeralNeedsPayload", at: ephemeral, fixIts: [.remove(ephemeral)])
      }
    }
    guard overloaded.isEmpty else { return nil }
  }

  /// The members that the enum does not declare itself.
  var members: [DeclSyntax] {
    let types = declaration.nestedTypeNames
    let variables = declaration.memberBlock.members.allDeclarations.compactMap { $0.as(VariableDeclSyntax.self) }
    let hasBody = variables.contains {
      $0.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "body"
    }
    var members: [DeclSyntax] = []
    if !types.contains("State") { members.append(state) }
    if !types.contains("Action") { members.append(action) }
    if !hasBody {
      if !types.contains("Body") {
        members.append("\(raw: access)typealias Body = ComposableArchitecture.Reduce<Self.State, Self.Action>")
      }
      members.append(body)
    }
    if !types.contains("CaseScope") { members += [caseScope, scope] }
    return members
  }

  private var access: String { declaration.memberAccess }
  private var indirect: String { declaration.isIndirect ? "indirect " : "" }

  private var state: DeclSyntax {
    let inherited = ["ComposableArchitecture.CaseReducerState"] + (conformances.state ?? [])
    let ephemeral = cases.elements.contains { if case .ephemeral = CaseRole($0, $1) { true } else { false } }
    let ephemeralCases = """
      \(access)var _$isEphemeral: Swift.Bool {
      switch self {
      \(cases.source { element, declaration in
        if case .ephemeral = CaseRole(element, declaration) { "case .\(element.name.text): return true" } else { nil }
      })
      default: return false
      }
      }
      """
    return """
      @CasePaths.CasePathable
      @dynamicMemberLookup
      @ComposableArchitecture.ObservableState
      \(raw: access)\(raw: indirect)enum State: \(raw: inherited.joined(separator: ", ")) {
      \(raw: access)typealias StateReducer = \(raw: declaration.name.trimmedDescription)
      \(raw: cases.source { stateCase($0, $1) })\(raw: ephemeral ? "\n" + ephemeralCases : "")
      }
      """
  }

  private var action: DeclSyntax {
    let inherited = (conformances.action ?? []).joined(separator: ", ")
    return """
      @CasePaths.CasePathable
      @dynamicMemberLookup
      \(raw: access)\(raw: indirect)enum Action\(raw: inherited.isEmpty ? "" : ": " + inherited) {
      \(raw: cases.source { actionCase($0, $1) })
      }
      """
  }

  private var body: DeclSyntax {
    let scopes = cases.source { element, declaration -> String? in
      guard case .feature(_, let reducer) = CaseRole(element, declaration) else { return nil }
      let name = element.name.text
      return """
        .ifCaseLet(\\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)) {
        \(reducer)
        }
        """
    }
    return """
      \(raw: access)static var body: ComposableArchitecture.Reduce<Self.State, Self.Action> {
      ComposableArchitecture.Reduce(
      ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()\(raw: scopes.isEmpty ? "" : "\n" + scopes)
      )
      }
      """
  }

  private var caseScope: DeclSyntax {
    """
    \(raw: access)\(raw: indirect)enum CaseScope {
    \(raw: cases.source { scopeCase($0, $1) })
    }
    """
  }

  private var scope: DeclSyntax {
    let function = "static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope"
    guard !cases.elements.isEmpty else {
      return "@MainActor \(raw: access)\(raw: function) {}"
    }
    return """
      @MainActor \(raw: access)\(raw: function) {
      switch store.currentState {
      \(raw: cases.source { scopeBranch($0, $1) })
      }
      }
      """
  }

  private func scopeCase(_ element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax) -> String {
    let prefix = caseKeyword(of: declaration)
    if case .feature(let type, _) = CaseRole(element, declaration) {
      return "\(prefix)\(element.name.text)(ComposableArchitecture.StoreOf<\(type)>)"
    }
    return "\(prefix)\(element.name.text)\(element.parameterClause?.trimmedDescription ?? "")"
  }

  private func scopeBranch(_ element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax) -> String {
    let name = element.name.text
    if case .feature = CaseRole(element, declaration) {
      return """
        case .\(name)(let state):
        return .\(name)(store._$scope(of: state, state: \\.\(name), action: \\.\(name)))
        """
    }
    let parameters = element.parameters
    guard !parameters.isEmpty else { return "case .\(name): return .\(name)" }
    let values = parameters.indices.map { "value\($0)" }
    let arguments = zip(parameters, values).map { parameter, value in
      parameter.label.map { "\($0.text): \(value)" } ?? value
    }
    return """
      case let .\(name)(\(values.joined(separator: ", "))):
      return .\(name)(\(arguments.joined(separator: ", ")))
      """
  }

  private func stateCase(_ element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax) -> String {
    let prefix = caseKeyword(of: declaration)
    if case .feature(let type, _) = CaseRole(element, declaration) {
      return "\(prefix)\(element.name.text)(\(type.member("State")))"
    }
    let parameters = element.parameterClause?.trimmedDescription ?? ""
    return "\(prefix)\(element.name.text)\(parameters)"
  }

  private func actionCase(_ element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax) -> String {
    let prefix = caseKeyword(of: declaration)
    switch CaseRole(element, declaration) {
    case .feature(let type, _): return "\(prefix)\(element.name.text)(\(type.member("Action")))"
    case .ephemeral(let type): return "\(prefix)\(element.name.text)(\(type.ephemeralAction))"
    case .data: return "\(prefix)\(element.name.text)(Swift.Never)"
    }
  }

  private func caseKeyword(of declaration: EnumCaseDeclSyntax) -> String {
    let indirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    return "\(declaration.attributes.availability)\(indirect ? "indirect " : "")case "
  }
}

/// What a case of a reducer enum holds.
private enum CaseRole {
  /// A feature: its state and its actions are the type's, and the expression makes the reducer.
  case feature(TypeSyntax, reducer: String)
  /// State that goes away with any of its actions: an alert or a dialog.
  case ephemeral(TypeSyntax)
  /// Plain data, or nothing.
  case data

  init(_ element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax) {
    guard !declaration.attributes.contains(named: "ReducerCaseIgnored"), element.parameters.count == 1,
      let parameter = element.parameters.first
    else {
      self = .data
      return
    }
    let type = parameter.type.trimmed
    if declaration.attributes.contains(named: "ReducerCaseEphemeral") || type.isEphemeralState {
      self = .ephemeral(type)
    } else if parameter.label != nil || !type.mayBeReducer {
      self = .data
    } else {
      self = .feature(type, reducer: parameter.defaultValue?.value.trimmedDescription ?? "\(type)()")
    }
  }
}

extension TypeSyntax {
  fileprivate var isEphemeralState: Bool {
    ["AlertState", "ConfirmationDialogState"].contains(lastName ?? "")
  }

  /// What the buttons of ephemeral state send: the one type parameter of an alert or a dialog.
  fileprivate var ephemeralAction: String {
    let arguments =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause?.arguments
    guard isEphemeralState, let only = arguments?.first, arguments?.count == 1 else { return member("Action") }
    return only.trimmedDescription
  }

  /// Whether a type written like this can be a reducer: a nominal type that is not one of the standard library's.
  fileprivate var mayBeReducer: Bool {
    guard let name = lastName else { return false }
    let values: Set<String> = [
      "Any", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
      "Never", "Optional", "Range", "Result", "Set", "StaticString", "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "Void",
      "Data", "Date", "Decimal", "IdentifiedArray", "IdentifiedArrayOf", "IndexSet", "Locale", "TimeInterval", "TimeZone", "URL",
      "UUID",
    ]
    return !values.contains(name)
  }

  fileprivate func member(_ name: String) -> String { "\(trimmedDescription).\(name)" }
}
