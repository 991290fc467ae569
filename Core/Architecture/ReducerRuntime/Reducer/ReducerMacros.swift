/// Declares a feature: makes a structure a `Reducer` and its actions `@CasePathable`.
///
///     @Reducer
///     struct Counter {
///       struct State: Equatable { var count = 0 }
///       enum Action { case incrementTapped }
///
///       var body: some ReducerOf<Self> {
///         Reduce { state, action in
///           state.count += 1
///           return .none
///         }
///       }
///     }
///
/// `State` and `Action` can also be declared in an extension of the feature, where an enumeration
/// of actions needs `@CasePathable`. They can be type aliases or generic parameters, or be inferred
/// from a body of the type `some Reducer<Int, Bool>`. A feature without a body gets an empty body,
/// and an empty `State` and `Action` unless it declares them.
///
/// If the macro is applied to an enumeration whose cases hold features, it generates `State`,
/// `Action` and `body`. The body runs the feature of the case that the state is in. A case with an
/// `AlertState` or a `ConfirmationDialogState` holds that state itself. A case holds plain values,
/// like a case with `@ReducerCaseIgnored`, if it has several values or none, or if its value is an
/// optional, an array, a tuple or a function.
@attached(
  member,
  names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerMacro")

/// Declares a feature whose state and actions are recordable: `@Reducer(.recordable)`.
///
/// If the feature is a structure, the `State` and `Action` types nested in it become `@Recordable`.
/// Types that are declared elsewhere must already be `Recordable`. If the feature is an
/// enumeration, the generated types become `@Recordable`, and can receive further conformances:
/// `@Reducer(.recordable, state: .equatable)`.
@attached(
  member,
  names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer(
  _ conformances: SynthesizedConformance..., state: SynthesizedConformance...,
  action: SynthesizedConformance...
) = #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerMacro")

/// Marks a case of a `@Reducer` enumeration whose state is dismissed by its first action.
///
///     @Reducer
///     enum Destination {
///       case profile(Profile)
///       @ReducerCaseEphemeral case alert(AlertState<TodoAlert>)
///     }
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerCaseMacro")

/// Marks a case of a `@Reducer` enumeration that holds a plain value and has no actions.
///
/// A case needs the mark if it has one value whose type is a name, because the macro cannot
/// distinguish the type from a reducer.
///
///     @Reducer
///     enum Destination {
///       case profile(Profile)
///       @ReducerCaseIgnored case web(URL)
///     }
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerCaseMacro")

/// A protocol that `@Reducer` adds to the state or the actions of an enumeration.
@_documentation(visibility: internal)
public struct SynthesizedConformance: Sendable {
  /// The conformance to `Codable`.
  public static let codable = Self()
  /// The conformance to `Decodable`.
  public static let decodable = Self()
  /// The conformance to `Encodable`.
  public static let encodable = Self()
  /// The conformance to `Equatable`.
  public static let equatable = Self()
  /// The conformance to `Hashable`.
  public static let hashable = Self()
  /// The conformance to `Recordable`, which session logs require.
  public static let recordable = Self()
  /// The conformance to `Sendable`.
  public static let sendable = Self()
}
