/// Keeps `@DependencyClient` from making an endpoint of a closure.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointIgnoredMacro")
