/// A type of a dependency that lists its endpoints whose calls by effects are recorded.
///
/// Use this protocol for a type of a different module, which cannot be declared with
/// `@DependencyClient`. Its methods make their calls through `EffectCall`.
@_documentation(visibility: internal)
public protocol CalledClient {
  /// The endpoints whose calls are recorded in sessions.
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
  /// Returns whether effects that run with these dependencies get their answers from a log. A
  /// dependency must then reach nothing real.
  public static func areAnswered(in values: DependencyValues) -> Bool {
    values.suppliesAnswers
  }
}
