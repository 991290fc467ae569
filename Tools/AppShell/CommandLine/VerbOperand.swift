/// What stands behind a verb besides options, and how it is read into a property.
package struct VerbOperand<Owner>: Sendable {
  /// What the operand looks like.
  let spec: OperandSpec
  /// Reads the words, of which there are no more than the operand takes.
  let read: @Sendable ([String], inout Owner) throws(UsageError) -> Void
}

/// What an operand looks like on the command line.
package struct OperandSpec: Equatable, Sendable {
  /// The placeholder: `FILE`, `PATH…` or `[VERB]`.
  let usage: String
  let kind: ValueKind
  /// What the verb cannot do without, in words; `nil` if it can.
  var needed: String?
  /// Whether there may be several.
  var isRepeated = false
  /// The option that names what the operand otherwise would.
  var alternative: String?
}

extension VerbOperand {
  /// A path that the verb needs.
  static func path(
    _ usage: String, _ kind: ValueKind, needs needed: String,
    _ property: any WritableKeyPath<Owner, String> & Sendable
  ) -> Self {
    VerbOperand(spec: OperandSpec(usage: usage, kind: kind, needed: needed)) { words, owner in
      owner[keyPath: property] = words[0]
    }
  }

  /// Paths, of which the verb needs at least one if `needed` says so.
  static func paths(
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
  /// Checks how many words there are, and that none of those the verb needs is empty.
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
