/// Declares a dependency by a property of `DependencyValues`, and writes its key.
///
///     extension DependencyValues {
///       @DependencyEntry var pageSize = 20
///     }
///
/// The value is the live one. Tests override it; a test that does not is reported.
///
/// Other modules can give the live value of an entry that is `public` or `package`. The value of its
/// declaration is the one for tests, and the module with the live one conforms the key,
/// `DependencyValues.__Key_pageSize` here, to `DependencyKey`. A property without a value takes its
/// type as the key, which is a `TestDependencyKey`:
///
///     struct Greeter: TestDependencyKey {
///       var greet: @Sendable (String) -> String
///
///       static let testValue = Greeter(greet: unimplemented("greet", placeholder: ""))
///     }
///
///     extension DependencyValues {
///       @DependencyEntry var greeter: Greeter
///     }
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")
