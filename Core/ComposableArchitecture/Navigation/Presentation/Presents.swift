/// Declares optional state of a feature that is presented: `@Presents var destination: …State?`.
///
/// `ifLet` takes it as `\.$destination`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PresentsMacro")
