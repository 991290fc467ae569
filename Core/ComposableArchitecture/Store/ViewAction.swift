#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// Actions of a feature one case of which holds what its view sends: `case view(View)`.
public protocol ViewAction<ViewAction> {
  /// What the view sends.
  associatedtype ViewAction

  /// The action of a view's action.
  static func view(_ action: ViewAction) -> Self
}

/// A view that sends the view's actions of a feature; `@ViewAction(for:)` declares it.
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
  /// Sends a view's action to the store.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }

  /// Sends a view's action to the store, with an animation of what it changes.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    store.send(.view(action), animation: animation)
  }

  /// Sends a view's action to the store, in a transaction.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, transaction: Transaction) -> StoreTask {
    store.send(.view(action), transaction: transaction)
  }
}

/// Lets a view send the view's actions of a feature: `send(.refreshButtonTapped)`.
///
///     @CasePathable
///     enum Action: ViewAction {
///       case view(View)
///       case loaded(String)
///
///       enum View { case refreshTapped }
///     }
///
/// The view has a property `store`, and the feature's actions conform to `ViewAction`.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<Feature: Reducer>(for: Feature.Type) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ViewActionMacro")
where Feature.Action: ViewAction
