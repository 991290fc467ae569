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
/// An enumeration whose cases hold features becomes a reducer of whichever of them its state is in:
/// its `State`, `Action` and `body` are written. A case with an `AlertState` or a
/// `ConfirmationDialogState` holds that state itself.
@attached(
  member,
  names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerMacro")

/// Declares a feature whose state and actions session logs can hold: `@Reducer(.recordable)`.
///
/// The `State` and the `Action` that are declared in the feature become `@Recordable`, or, of an
/// enumeration of features, those that are written. One that is declared elsewhere must be
/// `Recordable` already. The state and the actions of an enumeration can be given further
/// conformances: `@Reducer(.recordable, state: .equatable)`.
@attached(
  member,
  names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer(
  _ conformances: SynthesizedConformance..., state: SynthesizedConformance...,
  action: SynthesizedConformance...
) = #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerMacro")

/// Marks a case of a `@Reducer` enumeration that holds state which goes away with its first action.
///
///     @Reducer
///     enum Destination {
///       case profile(Profile)
///       @ReducerCaseEphemeral case alert(AlertState<TodoAlert>)
///     }
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerCaseMacro")

/// Marks a case of a `@Reducer` enumeration that holds a plain value, and has no actions.
///
///     @Reducer
///     enum Destination {
///       case profile(Profile)
///       @ReducerCaseIgnored case web(URL)
///     }
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerCaseMacro")

/// A protocol to which `@Reducer` makes the state or the actions of an enumeration conform.
@_documentation(visibility: internal)
public struct SynthesizedConformance: Sendable {
  /// `Codable`.
  public static let codable = Self()
  /// `Decodable`.
  public static let decodable = Self()
  /// `Encodable`.
  public static let encodable = Self()
  /// `Equatable`.
  public static let equatable = Self()
  /// `Hashable`.
  public static let hashable = Self()
  /// `Recordable`, so that session logs can hold it.
  public static let recordable = Self()
  /// `Sendable`.
  public static let sendable = Self()
}
