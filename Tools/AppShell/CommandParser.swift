package import CommandLineKit

/// A parsed command line.
package struct Invocation: Sendable {
  package enum Command: Sendable {
    case verb(any ShellVerb)
    case version
  }

  package let command: Command
  package let color: ColorChoice
}

package enum CommandParser {
  /// Parses the arguments of a process, without the program's name.
  ///
  /// Without arguments the command is the overview.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    if arguments.isEmpty { return Invocation(command: .verb(HelpVerb()), color: .auto) }
    let call = try VerbCall(arguments)
    let common = call.common
    if common.wantsVersion { return Invocation(command: .version, color: common.color) }
    guard let name = call.verb else {
      guard common.wantsHelp else { throw .noVerb }
      return Invocation(command: .verb(HelpVerb()), color: common.color)
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
    return Invocation(command: .verb(verb), color: call.common.color)
  }

  private static func help(_ verb: any ShellVerb.Type, _ common: CommonOptions) -> Invocation {
    Invocation(command: .verb(HelpVerb(about: verb.name)), color: common.color)
  }
}
