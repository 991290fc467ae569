/// A reducer, by its earlier name.
@available(*, deprecated, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// A reducer of another reducer's state and actions, by its earlier name.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// An effect, by its earlier name.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask<Action> = Effect<Action>

/// The effects that an action started, by their earlier name.
@available(*, deprecated, renamed: "StoreTask")
public typealias ViewStoreTask = StoreTask
