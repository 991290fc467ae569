package import DependencyInjection
import Platform
public import RecordCoding
public import ValueDump

/// The identity of a stack's element, numbered in the order in which identities were generated.
///
/// <!-- context: action -->
///     case .path(.element(id: let id, action: .saveTapped)):
///       state.path.pop(from: id)
///       return .none
///
/// In a test, the first identity is 0 and the next is 1. No identity is generated twice.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates an identity from its number, for tests.
  public init(integerLiteral value: Int) {
    generation = value
  }
}

extension StackElementID: CustomStringConvertible, CustomDumpStringConvertible {
  /// The number after a number sign.
  public var description: String { "#\(generation)" }

  /// The number after a number sign.
  @_documentation(visibility: internal)
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension StackElementID: Recordable {
  /// Describes the type as an integer.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Int.describe(in: schema)
  }

  /// Writes the number.
  public func record(into encoder: inout RecordEncoder) {
    generation.record(into: &encoder)
  }

  /// Creates an identity by reading its number.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    generation = try Int(recorded: &decoder)
  }

  /// Writes the difference between the numbers.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    generation.recordChange(from: old.generation, into: &encoder)
  }
}

package struct StackElementIDGenerator: Sendable {
  private let counter: Counter
  private let intercept: (@Sendable (() -> StackElementID) -> StackElementID)?

  private final class Counter: Sendable {
    let generation: Mutex<Int>

    init(_ generation: Int) {
      self.generation = Mutex(generation)
    }
  }

  package init(from generation: Int = 0) {
    counter = Counter(generation)
    intercept = nil
  }

  private init(
    counter: Counter, intercept: @escaping @Sendable (() -> StackElementID) -> StackElementID
  ) {
    self.counter = counter
    self.intercept = intercept
  }

  /// Returns a generator that passes each identity through a function, which may replace it.
  package func drawing(
    through intercept: @escaping @Sendable (() -> StackElementID) -> StackElementID
  ) -> Self {
    Self(counter: counter, intercept: intercept)
  }

  package func callAsFunction() -> StackElementID {
    intercept.map { $0(count) } ?? count()
  }

  /// The identity that will be generated next, or `nil` if a function may replace it.
  package var next: StackElementID? {
    guard intercept == nil else { return nil }
    return StackElementID(generation: counter.generation.withLock { $0 })
  }

  /// Records an identity from elsewhere, which must not be generated again.
  package func skip(_ id: StackElementID) {
    counter.generation.withLock { generation in
      if id.generation >= generation { generation = id.generation &+ 1 }
    }
  }

  /// An independent generator that continues from the same identity.
  package var copy: Self {
    next.map { Self(from: $0.generation) } ?? self
  }

  /// Wraps around on overflow, because logs and scripts may contain any number.
  private func count() -> StackElementID {
    counter.generation.withLock { generation in
      defer { generation &+= 1 }
      return StackElementID(generation: generation)
    }
  }
}

extension DependencyValues {
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()

  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
