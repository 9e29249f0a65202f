/// Makes an enum `CasePathable`: writes the case path of each case.
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() = #externalMacro(module: "ArchitectureMacros", type: "CasePathableMacro")
