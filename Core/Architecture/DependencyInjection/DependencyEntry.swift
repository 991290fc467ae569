/// Declares a dependency as a property of `DependencyValues`, and generates its key.
///
///     extension DependencyValues {
///       @DependencyEntry var pageSize = 20
///     }
///
/// The given value is the live value. A test that reads the dependency without overriding it fails.
///
/// A different module can provide the live value of an entry that is `public` or `package`. The
/// value in the declaration is then the test value. The other module conforms the key, here
/// `DependencyValues.__Key_pageSize`, to `DependencyKey`. A property without a value uses its type
/// as the key, which must be a `TestDependencyKey`:
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

/// Declares a dependency as a property of `DependencyValues`, with values for each context.
///
///     extension DependencyValues {
///       @DependencyEntry(liveValue: 50) var rowLimit = 20
///     }
///
/// The value of the property is the test value. A property without a value has no test value, and
/// a test that reads the dependency without overriding it fails.
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<LiveValue, PreviewValue>(
  liveValue: LiveValue = (), previewValue: PreviewValue = ()
) = #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency as a property of `DependencyValues`, with a name for its key.
///
/// The value of the property is the test value. A different module can provide the live value, with
/// a conformance of the key to `DependencyKey`.
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: arbitrary)
public macro DependencyEntry<LiveValue, PreviewValue>(
  _ keyName: String, liveValue: LiveValue = (), previewValue: PreviewValue = ()
) = #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")
