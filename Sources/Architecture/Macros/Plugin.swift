import SwiftSyntax
import SwiftSyntaxMacros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

struct Provider: PluginProvider {
  /// The macros by the name that `#externalMacro(type:)` gives.
  static var macros: [String: any Macro.Type] {
    [
      "CasePathableMacro": CasePathableMacro.self,
      "DependencyClientMacro": DependencyClientMacro.self,
      "DependencyEndpointMacro": DependencyEndpointMacro.self,
      "MarkerMacro": MarkerMacro.self,
      "ObservableStateMacro": ObservableStateMacro.self,
      "ReducerMacro": ReducerMacro.self,
    ]
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros[typeName] else { throw UnknownMacro(name: typeName) }
    return macro
  }
}

struct UnknownMacro: Error, CustomStringConvertible {
  let name: String
  var description: String { "The plugin has no macro \(name)." }
}

@main struct Plugin {
  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Provider()).main()
  }
}
