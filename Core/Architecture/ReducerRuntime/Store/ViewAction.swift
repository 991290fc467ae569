#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// The actions of a feature whose view sends one case of them: `case view(View)`.
public protocol ViewAction<ViewAction> {
  /// The type of the actions that the view sends.
  associatedtype ViewAction

  /// Creates an action from a view's action.
  static func view(_ action: ViewAction) -> Self
}

/// A view that sends a feature's view actions, declared with `@ViewAction(for:)`.
///
///     struct ProfileController: ViewActionSending {
///       let store: StoreOf<ProfileScreen>
///
///       @MainActor func refresh() { send(.refreshTapped) }
///     }
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the view's store.
  associatedtype StoreState

  /// The actions of the view's store.
  associatedtype StoreAction: ViewAction

  /// The store of the view.
  @MainActor var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a view action to the store.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }

  /// Sends a view action to the store, and animates the resulting changes.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    store.send(.view(action), animation: animation)
  }

  /// Sends a view action to the store in a transaction.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, transaction: Transaction) -> StoreTask {
    store.send(.view(action), transaction: transaction)
  }
}

/// Adds a `send` method for the view actions of a feature: `send(.refreshButtonTapped)`.
///
///     @CasePathable
///     enum Action: ViewAction {
///       case view(View)
///       case loaded(String)
///
///       enum View { case refreshTapped }
///     }
///
/// The view must have a `store` property, and the feature's actions must conform to `ViewAction`.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<Feature: Reducer>(for: Feature.Type) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ViewActionMacro")
where Feature.Action: ViewAction
