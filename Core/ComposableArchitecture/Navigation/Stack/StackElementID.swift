package import DependencyInjection
import Locking
public import RecordCoding
public import ValueDump

/// The identity of an element of a stack: a count of the elements that were put on stacks before.
///
/// <!-- context: action -->
///     case .path(.element(id: let id, action: .saveTapped)):
///       state.path.pop(from: id)
///       return .none
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
  @_documentation(visibility: internal)
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
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

/// Gives elements of stacks their identities, one after the other.
package struct StackElementIDGenerator: Sendable {
  private let counter: Counter
  private let intercept: (@Sendable (() -> StackElementID) -> StackElementID)?

  private final class Counter: Sendable {
    let generation: Mutex<Int>

    init(_ generation: Int) {
      self.generation = Mutex(generation)
    }
  }

  /// Creates a generator that counts.
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

  /// The same generator, each of whose identities goes through a function, which may replace it.
  package func drawing(
    through intercept: @escaping @Sendable (() -> StackElementID) -> StackElementID
  ) -> Self {
    Self(counter: counter, intercept: intercept)
  }

  /// The next identity.
  package func callAsFunction() -> StackElementID {
    intercept.map { $0(count) } ?? count()
  }

  /// The identity that comes next; `nil` where that cannot be told.
  package var next: StackElementID? {
    guard intercept == nil else { return nil }
    return StackElementID(generation: counter.generation.withLock { $0 })
  }

  /// Takes note of an identity that was given elsewhere, so that it is not given again.
  package func skip(_ id: StackElementID) {
    counter.generation.withLock { generation in
      if id.generation >= generation { generation = id.generation &+ 1 }
    }
  }

  /// A generator that goes on from the same identity by itself.
  package var copy: Self {
    next.map { Self(from: $0.generation) } ?? self
  }

  /// Identities may come from logs and scripts, however large: counting past the last begins anew.
  private func count() -> StackElementID {
    counter.generation.withLock { generation in
      defer { generation &+= 1 }
      return StackElementID(generation: generation)
    }
  }
}

extension DependencyValues {
  /// Gives elements of stacks their identities.
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()

  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
