/// A type of a dependency that lists its endpoints whose calls by effects are recorded.
///
/// Conform a type of another module, which cannot be declared with `@DependencyClient`. Its methods
/// make their calls through `EffectCall`.
@_documentation(visibility: internal)
public protocol CalledClient {
  /// The endpoints that sessions are recorded with.
  static var calledEndpoints: [ListedEndpoint] { get }
}

/// An endpoint of a `CalledClient`, with the types of its calls.
@_documentation(visibility: internal)
public struct ListedEndpoint {
  package let id: EndpointID
  package let mark: any MarkedCall.Type

  /// Creates an entry for an endpoint, with the types that a recorder writes.
  public init<Arguments, Answer, Failure: Error>(
    _ id: EndpointID, _ mark: CalledEndpoint<Arguments, Answer, Failure>.Type
  ) {
    self.id = id
    self.mark = mark
  }
}

extension EffectCall {
  /// Returns whether the calls of effects that run with some dependencies are answered from a log,
  /// so that a dependency must reach nothing real.
  public static func areAnswered(in values: DependencyValues) -> Bool {
    values.suppliesAnswers
  }
}
