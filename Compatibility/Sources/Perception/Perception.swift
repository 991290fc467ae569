@_exported public import ComposableArchitecture
@_exported public import Observation

// Perception is the Observation framework for systems without it, which Reprise does not run on.

/// A type whose changes can be observed.
public typealias Perceptible = Observable

/// What tells observers of changes.
public typealias PerceptionRegistrar = ObservationRegistrar

/// Makes a class observable.
@attached(
  member, names: named(_$observationRegistrar), named(access), named(withMutation),
  named(shouldNotifyObservers))
@attached(memberAttribute)
@attached(extension, conformances: Observable)
public macro Perceptible() =
  #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

/// Makes a property of an observable class observable.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro PerceptionTracked() =
  #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

/// Leaves a property of an observable class out.
@attached(accessor, names: named(willSet))
public macro PerceptionIgnored() =
  #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

/// Calls `onChange` once, before the first change of what `apply` has read.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}

/// The content itself: the framework observes what it reads.
public func WithPerceptionTracking<Content>(_ content: () -> Content) -> Content {
  content()
}
