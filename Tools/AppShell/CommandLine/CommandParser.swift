package struct Invocation: Sendable {
  package enum Command: Sendable {
    case verb(any Verb)
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
    let scanner = OptionScanner(specs: CommonOptions.ofProgram.map(\.spec), stopsAtOperand: true)
    let start = try scanner.scan(arguments)
    var common = CommonOptions()
    try start.read(CommonOptions.ofProgram, into: &common)
    if common.wantsVersion { return Invocation(command: .version, color: common.color) }
    guard let name = start.operands.first else {
      guard common.wantsHelp else { throw .noVerb }
      return Invocation(command: .verb(HelpVerb()), color: common.color)
    }
    let verb = try Verbs.named(name)
    if common.wantsHelp { return help(verb, common) }
    return try parse(verb, Array(start.operands.dropFirst()), common)
  }

  private static func parse<V: Verb>(
    _ type: V.Type, _ arguments: [String], _ common: CommonOptions
  ) throws(UsageError) -> Invocation {
    let scanner = OptionScanner(specs: VerbDeclaration(V.self).options)
    let found = try scanner.scan(arguments)
    var common = common
    try found.read(CommonOptions.ofVerbs, into: &common)
    if common.wantsHelp { return help(V.self, common) }

    var verb = V()
    if let operand = V.operand {
      let hasAlternative = operand.spec.alternative.map(found.has) ?? false
      try operand.spec.check(found.operands, of: V.name, hasAlternative: hasAlternative)
      try operand.read(found.operands, &verb)
    } else if let extra = found.operands.first {
      throw .extraOperand(extra, of: V.name)
    }
    try found.read(V.options, into: &verb)
    for option in V.options where option.spec.isRequired && !found.has(option.spec.name) {
      let value = option.spec.value.map { " \($0)" } ?? ""
      throw .missingOption("\(option.spec.dashed)\(value)", of: V.name)
    }
    try verb.validate()
    return Invocation(command: .verb(verb), color: common.color)
  }

  private static func help(_ verb: any Verb.Type, _ common: CommonOptions) -> Invocation {
    Invocation(command: .verb(HelpVerb(about: verb.name)), color: common.color)
  }
}

extension OptionScanner.Result {
  fileprivate func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The last occurrence of an option wins.
  fileprivate func read<Owner>(
    _ declared: [VerbOption<Owner>], into owner: inout Owner
  ) throws(UsageError) {
    for option in declared {
      guard let found = options.last(where: { $0.name == option.spec.name }) else { continue }
      try option.read(found.value ?? "", &owner)
    }
  }
}
