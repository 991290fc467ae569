/// Makes a closure of a client report itself until something is assigned to it.
///
/// `@DependencyClient` adds it to every closure. Write it to name the method that is generated:
/// `@DependencyEndpoint(method: "save") var saveText: (_ text: String) -> Void` gives `save(text:)`.
///
/// With `recorded: true` the answers that a reducer gets are recorded in the logs of sessions, and a
/// replay gives them again without calling the closure. That takes a synchronous endpoint with a
/// recordable answer, in a file that imports `ComposableArchitecture`:
///
///     @DependencyClient
///     struct DiceClient {
///       @DependencyEndpoint(recorded: true) var roll: @Sendable () -> Int = { 1 }
///     }
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "", recorded: Bool = false) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")
