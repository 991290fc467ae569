/// A call of a client's endpoint, while an observer watches which dependencies are used.
///
/// What `@DependencyClient` writes begins and ends it around each synchronous call that has an answer.
public struct EndpointCall {
  private let observer: any DependencyReadObserver
  private let drawCount: Int

  /// Whether any thread watches, so that calls have to be observed.
  public static var areObserved: Bool { DependencyReads.areWatched }

  /// Begins a call; returns `nil` if no observer is in force.
  public static func begin() -> EndpointCall? {
    guard areObserved, let observer = DependencyValues.readObserver else { return nil }
    return EndpointCall(observer: observer, drawCount: observer.drawCount)
  }

  /// Ends the call of the endpoint of a name, such as `DiceClient.roll`.
  ///
  /// `isMarked` tells whether the endpoint asks to be recorded.
  public func end(_ endpoint: String, isMarked: Bool = false) {
    // An answer that was drawn meanwhile came from a recorded dependency around the endpoint.
    guard observer.drawCount == drawCount else { return }
    observer.didCall(endpoint, isMarked: isMarked)
  }
}
