/// The operands of a verb, and the function that stores them in its properties.
package struct VerbOperand<Owner>: Sendable {
  let spec: OperandSpec
  /// Stores the words. Their number has been checked.
  let read: @Sendable ([String], inout Owner) throws(UsageError) -> Void

  package init(
    spec: OperandSpec,
    read: @escaping @Sendable ([String], inout Owner) throws(UsageError) -> Void
  ) {
    self.spec = spec
    self.read = read
  }
}

package struct OperandSpec: Equatable, Sendable {
  /// The placeholder: `FILE`, `PATH…` or `[COMMAND]`.
  let usage: String
  let kind: ValueKind
  /// The description of the operand in the error about its absence; `nil` if it is optional.
  var needed: String?
  var isRepeated = false
  var alternative: String?

  package init(
    usage: String, kind: ValueKind, needed: String? = nil, isRepeated: Bool = false,
    alternative: String? = nil
  ) {
    (self.usage, self.kind, self.needed) = (usage, kind, needed)
    (self.isRepeated, self.alternative) = (isRepeated, alternative)
  }
}

extension VerbOperand {
  package static func path(
    _ usage: String, _ kind: ValueKind, needs needed: String,
    _ property: any WritableKeyPath<Owner, String> & Sendable
  ) -> Self {
    VerbOperand(spec: OperandSpec(usage: usage, kind: kind, needed: needed)) { words, owner in
      owner[keyPath: property] = words[0]
    }
  }

  /// Returns an operand that is a list of paths, at least one path if `needed` is given.
  package static func paths(
    _ usage: String, _ kind: ValueKind, needs needed: String? = nil,
    unless alternative: String? = nil,
    _ property: any WritableKeyPath<Owner, [String]> & Sendable
  ) -> Self {
    let spec = OperandSpec(
      usage: usage, kind: kind, needed: needed, isRepeated: true, alternative: alternative)
    return VerbOperand(spec: spec) { words, owner in owner[keyPath: property] = words }
  }
}

extension OperandSpec {
  func check(
    _ words: [String], of verb: String, hasAlternative: Bool = false
  ) throws(UsageError) {
    if let needed {
      guard !words.isEmpty || hasAlternative else { throw .missingOperand(needed, of: verb) }
      guard !words.contains("") else { throw .emptyPath(of: verb, needs: needed) }
    }
    if !isRepeated, words.count > 1 { throw .extraOperand(words[1], of: verb) }
  }
}
