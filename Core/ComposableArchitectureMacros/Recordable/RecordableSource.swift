/// The bodies of the four requirements of `Recordable`, as lines of code.
protocol RecordableBodies {
  var describe: [String] { get }
  var record: [String] { get }
  var decode: [String] { get }
  var recordChange: [String] { get }
}

/// The source of the four requirements of `Recordable`.
struct RecordableSource {
  private let bodies: any RecordableBodies
  /// What stands before each requirement: attributes and the access level.
  private let prefix: String

  init(shape: RecordableShape, history: HistorySource, prefix: String) {
    bodies =
      switch shape {
      case .structure(let properties): StructureSource(properties: properties, history: history)
      case .enumeration(let cases): EnumerationSource(cases: cases, history: history)
      }
    self.prefix = prefix
  }

  var members: String {
    let requirements = [
      function(
        """
        static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference
        """, bodies.describe),
      function("func record(into encoder: inout RecordCoding.RecordEncoder)", bodies.record),
      function(
        """
        init(recorded decoder: inout RecordCoding.RecordDecoder) \
        throws(RecordCoding.RecordDecodingError)
        """, bodies.decode),
      function(
        """
        func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) \
        -> Swift.Bool
        """, bodies.recordChange),
    ]
    return requirements.joined(separator: "\n\n")
  }

  private func function(_ signature: String, _ body: [String]) -> String {
    "\(prefix)\(signature) {\n\(body.joined(separator: "\n"))\n}"
  }
}
