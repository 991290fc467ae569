import SwiftSyntaxMacros

private var macros: [any Macro.Type] {
  [
    CasePathableMacro.self, DependencyClientMacro.self, DependencyEndpointMacro.self,
    DependencyEndpointIgnoredMacro.self, DependencyEntryMacro.self, ObservableStateMacro.self,
    ObservationStateMarkMacro.self, PresentsMacro.self, RecordableMacro.self, RecordedAsMacro.self,
    ReducerCaseMacro.self, ReducerMacro.self, ViewActionMacro.self,
  ]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros = macros
  }
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  /// The entry point of the plugin.
  ///
  /// A toolchain's SwiftSyntax lacks `SwiftCompilerPlugin`, which would open the connection.
  @main
  struct Plugin {
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: Provider()).main()
    }
  }

  private struct Provider: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros.first(where: { String(describing: $0) == typeName }) else {
        throw UnknownMacro(module: moduleName, type: typeName)
      }
      return macro
    }
  }

  private struct UnknownMacro: Error, CustomStringConvertible {
    let module: String
    let type: String

    var description: String {
      "there is no macro '\(module).\(type)' in this plugin, only "
        + macros.map { "'\($0)'" }.joined(separator: ", ")
    }
  }
#endif
