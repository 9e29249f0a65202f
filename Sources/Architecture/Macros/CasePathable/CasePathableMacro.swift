import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: the nested type `AllCasePaths` with a case path for each case, and the conformance.
struct CasePathableMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty,
      EnumCase.all(in: declaration.memberBlock.members).overloaded.isEmpty
    else { return [] }
    let names = protocols.map { "CasePaths." + ($0.lastName ?? $0.trimmedDescription) }.joined(separator: ", ")
    let conformance: DeclSyntax =
      "\(raw: declaration.attributes.availability)extension \(type.trimmed): \(raw: names) {}"
    return conformance.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.report(
        "'@CasePathable' can only be applied to an enum: a \(declaration.introducer.text) has no cases",
        identifier: "casePathableNeedsEnum", at: declaration.introducer, fixIts: [.remove(node)])
      return []
    }
    guard !declaration.nestedTypeNames.contains("AllCasePaths") else { return [] }
    let cases = EnumCase.all(in: declaration.memberBlock.members)
    let overloaded = cases.overloaded
    guard overloaded.isEmpty else {
      for element in overloaded {
        context.report(
          "'@CasePathable' cannot tell case '\(element.name.text)' from another case of the same name: give each case a name of its own",
          identifier: "overloadedCase", at: element.name)
      }
      return []
    }

    let access = declaration.memberAccess
    let name = declaration.name.trimmedDescription
    let hasCases = !cases.isEmpty
    // Not a switch: the compiler takes one over a public enum with cases in `#if` for one that is not exhaustive.
    let reflection = """
      \(cases.source { element, _ in "if case .\(element.name.text) = root { return \\.\(element.name.text) }" })
      return \\.never
      """
    let type: DeclSyntax = """
      \(raw: access)struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
      \(raw: access)subscript(root: \(raw: name)) -> CasePaths.PartialCaseKeyPath<\(raw: name)> {
      \(raw: hasCases ? reflection : "")
      }
      \(raw: cases.source { path(for: $0, $1, of: name, access: access) })
      \(raw: access)func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<\(raw: name)>]> {
      \(raw: hasCases ? "var" : "let") paths: [CasePaths.PartialCaseKeyPath<\(raw: name)>] = []
      \(raw: cases.source { element, _ in "paths.append(\\.\(element.name.text))" })
      return paths.makeIterator()
      }
      }
      """
    let property: DeclSyntax = "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }"
    return [type, property]
  }

  private static func path(
    for element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax, of root: String, access: String
  ) -> String {
    let name = element.name.text
    let parameters = element.parameters
    let value: String
    let embed: String
    let extract: String
    switch parameters.count {
    case 0:
      value = "Swift.Void"
      embed = "{ \(root).\(name) }"
      extract = "{ if case .\(name) = $0 { return () } else { return nil } }"
    case 1:
      value = parameters[0].type.trimmedDescription
      // The constructor itself: a closure around it would warn where the payload is `Never`.
      embed = "\(root).\(name)"
      extract = "{ if case let .\(name)(value) = $0 { return value } else { return nil } }"
    default:
      let types = parameters.map { argument($0.type.trimmedDescription, for: $0) }
      value = "(\(types.joined(separator: ", ")))"
      let arguments = parameters.enumerated().map { argument("$0.\($0)", for: $1) }
      embed = "{ \(root).\(name)(\(arguments.joined(separator: ", "))) }"
      let names = parameters.indices.map { "value\($0)" }.joined(separator: ", ")
      extract = "{ if case let .\(name)(\(names)) = $0 { return (\(names)) } else { return nil } }"
    }
    return """
      \(declaration.attributes.availability)\(access)var \(name): CasePaths.AnyCasePath<\(root), \(value)> {
      CasePaths.AnyCasePath<\(root), \(value)>(
      embed: \(embed),
      extract: \(extract))
      }
      """
  }

  private static func argument(_ text: String, for parameter: EnumCaseParameterSyntax) -> String {
    parameter.label.map { "\($0.text): \(text)" } ?? text
  }
}
