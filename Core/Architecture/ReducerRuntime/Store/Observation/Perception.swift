public import Observation

// The Perception library backports Observation to older systems, which Reprise doesn't support.

/// A type whose changes can be observed.
public typealias Perceptible = Observable

/// The registrar that notifies observers of changes.
public typealias PerceptionRegistrar = ObservationRegistrar

/// A sequence of values that are recomputed after each change of their inputs.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
public typealias Perceptions = Observations

/// Makes a class observable.
///
///     @Perceptible
///     final class Meter {
///       var reading = 0
///     }
@attached(
  member, names: named(_$observationRegistrar), named(access), named(withMutation),
  named(shouldNotifyObservers))
@attached(memberAttribute)
@attached(extension, conformances: Observable)
public macro Perceptible() =
  #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

/// Makes a property of an observable class observable.
@_documentation(visibility: internal)
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro PerceptionTracked() =
  #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Calls `onChange` once, before the first change to a value that `apply` has read.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}

/// Returns the content unchanged, because the Observation framework tracks its reads by itself.
public func WithPerceptionTracking<Content>(_ content: () -> Content) -> Content {
  content()
}
