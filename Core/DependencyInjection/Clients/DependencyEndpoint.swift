/// Makes a closure of a client report itself until something is assigned to it.
///
/// `@DependencyClient` adds it to every closure. Write it to name the method that is generated:
/// `@DependencyEndpoint(method: "save") var saveText: (_ text: String) -> Void` gives `save(text:)`.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")
