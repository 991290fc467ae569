public import RecordCoding
public import ValueDump

/// The identity of an element of a stack: a count of the elements that were put on stacks before.
///
/// In a test the first is 0, the next 1, and so on; an identity is never given twice.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the identity of a count, for tests.
  public init(integerLiteral value: Int) {
    generation = value
  }
}

extension StackElementID: CustomStringConvertible, CustomDumpStringConvertible {
  /// The count behind a number sign.
  public var description: String { "#\(generation)" }

  /// The count behind a number sign.
  public var customDumpDescription: String { description }
}

extension StackElementID: Recordable {
  /// Describes the type as an integer.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Int.describe(in: schema)
  }

  /// Writes the count.
  public func record(into encoder: inout RecordEncoder) {
    generation.record(into: &encoder)
  }

  /// Reads the count.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    generation = try Int(recorded: &decoder)
  }

  /// Writes how the count differs.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    generation.recordChange(from: old.generation, into: &encoder)
  }
}
