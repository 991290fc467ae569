/// A call that an effect makes of a client's endpoint.
///
/// The code that `@DependencyClient` generates makes each call through these functions. They record
/// the call in a session, and return the recorded answer in a replay.
@_documentation(visibility: internal)
public enum EffectCall {
  /// Whether calls must be reported, because an effect of the process may be observed.
  public static var areObserved: Bool { ObservedEffect.areObserved }

  /// Calls an endpoint. If the current effect is observed, its observer supplies the answer.
  public static func perform<Arguments, Answer, Failure: Error>(
    _ endpoint: EndpointID, _ arguments: @autoclosure () -> Arguments,
    _ live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard areObserved, let effect = ObservedEffect.ofCall else { return try live() }
    return try effect.observer.answer(to: endpoint, arguments(), of: effect.number, live: live)
  }

  /// Calls an asynchronous endpoint. If the current effect is observed, its observer supplies the
  /// answer.
  ///
  /// `live` receives the arguments, and can send them to an endpoint that runs elsewhere.
  public static func perform<Arguments, Answer, Failure: Error>(
    _ endpoint: EndpointID, _ arguments: Arguments,
    _ live: (sending Arguments) async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let sent = SentArguments(values: arguments)
    guard areObserved, let effect = ObservedEffect.ofCall else {
      return try await live(sent.values)
    }
    return try await effect.observer.answer(to: endpoint, arguments, of: effect.number) {
      () async throws(Failure) in try await live(sent.values)
    }
  }
}

/// The arguments of an asynchronous call.
///
/// Sendable, because the caller and the observer are suspended while the endpoint uses them.
private struct SentArguments<Values>: @unchecked Sendable {
  let values: Values
}

/// A marker for an endpoint whose calls by effects can be recorded, with the types of a call.
///
/// `@DependencyClient` generates a property of this type for each endpoint. The marker's type tells
/// a recorder which endpoints a client has.
@_documentation(visibility: internal)
public struct CalledEndpoint<Arguments, Answer, Failure: Error>: Sendable {
  /// The number of the client's key; 0 for a client that isn't a dependency. `StoredEndpoints`
  /// writes it into the memory of a client.
  private var keyNumber = 0

  /// The key of the client under which the dependency is stored, or `nil` if it isn't a dependency.
  public var key: ClientKey? { keyNumber == 0 ? nil : ClientKey(number: keyNumber) }

  /// Creates a marker for an endpoint.
  public init() {}
}

/// An endpoint whose calls by effects can be recorded, represented by the type of its marker.
package protocol MarkedCall {
  static var argumentsType: Any.Type { get }
  static var answerType: Any.Type { get }
  static var failureType: any Error.Type { get }
}

extension CalledEndpoint: MarkedCall {
  package static var argumentsType: Any.Type { Arguments.self }
  package static var answerType: Any.Type { Answer.self }
  package static var failureType: any Error.Type { Failure.self }
}
