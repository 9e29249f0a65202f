import SwiftSyntax
import SwiftSyntaxMacros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

struct Provider: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws -> Macro.Type { throw UnknownMacro(name: typeName) }
}

struct UnknownMacro: Error { let name: String }

@main struct Plugin {
  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: Provider()).main()
  }
}
