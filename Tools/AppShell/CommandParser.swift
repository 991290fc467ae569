package import CommandLineKit

/// A parsed command line.
package struct Invocation: Sendable {
  package let verb: any ShellVerb
  package let color: ColorChoice
}

package enum CommandParser {
  /// Parses the arguments of a process, without the program's name.
  ///
  /// Without arguments the command is the overview.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    if arguments.isEmpty { return Invocation(verb: HelpVerb(), color: .auto) }
    let call = try VerbCall(arguments)
    let common = call.common
    if common.wantsVersion { return Invocation(verb: VersionVerb(), color: common.color) }
    guard let name = call.verb else {
      guard common.wantsHelp else { throw .noVerb }
      return Invocation(verb: HelpVerb(), color: common.color)
    }
    let verb = try Verbs.named(name)
    if common.wantsHelp { return help(verb, common) }
    return try parse(verb, call)
  }

  private static func parse<V: ShellVerb>(
    _ type: V.Type, _ call: VerbCall
  ) throws(UsageError) -> Invocation {
    var call = call
    guard let verb = try call.parse(type) else { return help(type, call.common) }
    return Invocation(verb: verb, color: call.common.color)
  }

  private static func help(_ verb: any ShellVerb.Type, _ common: CommonOptions) -> Invocation {
    Invocation(verb: HelpVerb(about: verb.name), color: common.color)
  }
}
