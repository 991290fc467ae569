/// Lets the parts of a state be observed one by one, through the stores that hold it.
///
/// `store.count` in `withObservationTracking` tells of the next action that changes the count, and of
/// no other one.
@attached(extension, conformances: ObservableState, names: named(_$ignoredFields))
public macro ObservableState() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservableStateMacro")

/// Marks a part of an observable state whose changes nobody is told of.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateMarkMacro")

/// Marks a part of an observable state that is observed, as all are that are not ignored.
@attached(peer)
public macro ObservationStateTracked() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateMarkMacro")
