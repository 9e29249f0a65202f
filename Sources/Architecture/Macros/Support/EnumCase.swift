import SwiftSyntax

/// The cases of an enum as they stand in its source: one after another, some inside of `#if`.
indirect enum EnumCase {
  case element(EnumCaseElementSyntax, EnumCaseDeclSyntax)
  case conditional([(keyword: String, cases: [EnumCase])])

  static func all(in members: MemberBlockItemListSyntax) -> [EnumCase] {
    members.flatMap { item -> [EnumCase] in
      if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map { .element($0, declaration) }
      }
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let clauses = conditional.clauses.map { clause -> (keyword: String, cases: [EnumCase]) in
        let keyword = [clause.poundKeyword.text, clause.condition?.trimmedDescription ?? ""]
          .filter { !$0.isEmpty }.joined(separator: " ")
        guard case .decls(let members) = clause.elements else { return (keyword, []) }
        return (keyword, all(in: members))
      }
      return clauses.allSatisfy(\.cases.isEmpty) ? [] : [.conditional(clauses)]
    }
  }
}

extension [EnumCase] {
  /// Every case, whatever `#if` it stands in.
  var elements: [(element: EnumCaseElementSyntax, declaration: EnumCaseDeclSyntax)] {
    flatMap { item -> [(element: EnumCaseElementSyntax, declaration: EnumCaseDeclSyntax)] in
      switch item {
      case .element(let element, let declaration): [(element, declaration)]
      case .conditional(let clauses): clauses.flatMap(\.cases.elements)
      }
    }
  }

  /// One piece of source for each case, with the `#if` of the cases around it; a case that gives `nil` is left out.
  func source(_ render: (EnumCaseElementSyntax, EnumCaseDeclSyntax) -> String?) -> String {
    compactMap { item -> String? in
      switch item {
      case .element(let element, let declaration):
        return render(element, declaration)
      case .conditional(let clauses):
        let branches = clauses.map { (keyword: $0.keyword, text: $0.cases.source(render)) }
        guard branches.contains(where: { !$0.text.isEmpty }) else { return nil }
        let text = branches.map { [$0.keyword, $0.text].filter { !$0.isEmpty }.joined(separator: "\n") }
        return (text + ["#endif"]).joined(separator: "\n")
      }
    }.joined(separator: "\n")
  }

  /// The cases whose base name another case has too in the same branch of every `#if`.
  var overloaded: [EnumCaseElementSyntax] {
    var seen: Set<String> = []
    return overloaded(seen: &seen)
  }

  private func overloaded(seen: inout Set<String>) -> [EnumCaseElementSyntax] {
    var found: [EnumCaseElementSyntax] = []
    for item in self {
      switch item {
      case .element(let element, _):
        if !seen.insert(element.name.identifierText).inserted { found.append(element) }
      case .conditional(let clauses):
        var after = seen
        for clause in clauses {
          var branch = seen
          found += clause.cases.overloaded(seen: &branch)
          after.formUnion(branch)
        }
        seen = after
      }
    }
    return found
  }
}

extension EnumCaseElementSyntax {
  var parameters: [EnumCaseParameterSyntax] { parameterClause.map { Array($0.parameters) } ?? [] }
}

extension EnumCaseParameterSyntax {
  /// The label a caller writes, if any.
  var label: TokenSyntax? {
    guard let firstName, firstName.tokenKind != .wildcard else { return nil }
    return firstName.trimmed
  }
}
