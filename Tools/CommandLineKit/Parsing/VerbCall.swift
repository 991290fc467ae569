/// The arguments of a process, with the options before the verb already parsed.
package struct VerbCall: Sendable {
  /// The word that selects the verb; `nil` if there are only options.
  package let verb: String?
  /// The arguments after the verb.
  private let arguments: [String]
  /// The options that every verb has. `parse(_:)` adds the options after the verb.
  package private(set) var common = CommonOptions()

  /// Parses the options before the verb. The program's name is not among the arguments.
  package init(_ arguments: [String]) throws(UsageError) {
    let scanner = OptionScanner(specs: CommonOptions.ofProgram.map(\.spec), stopsAtOperand: true)
    let start = try scanner.scan(arguments)
    try start.read(CommonOptions.ofProgram, into: &common)
    verb = start.operands.first
    self.arguments = Array(start.operands.dropFirst())
  }

  /// Parses the arguments after the verb. Returns `nil` if they request help.
  package mutating func parse<V: Verb>(_ type: V.Type) throws(UsageError) -> V? {
    let scanner = OptionScanner(specs: VerbDeclaration(V.self).options)
    let found = try scanner.scan(arguments)
    try found.read(CommonOptions.ofVerbs, into: &common)
    if common.wantsHelp { return nil }

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
    return verb
  }
}

extension OptionScanner.Result {
  fileprivate func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The last occurrence of an option wins, unless the option is repeated.
  fileprivate func read<Owner>(
    _ declared: [VerbOption<Owner>], into owner: inout Owner
  ) throws(UsageError) {
    for option in declared {
      let found = options.filter { $0.name == option.spec.name }
      for value in option.spec.isRepeated ? found : found.suffix(1) {
        try option.read(value.value ?? "", &owner)
      }
    }
  }
}
