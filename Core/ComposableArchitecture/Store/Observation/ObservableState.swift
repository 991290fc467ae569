/// State whose parts can be observed one by one: `store.count`.
///
/// `@ObservableState` declares it.
public protocol ObservableState {
  /// The parts whose changes nobody is told of; those marked `@ObservationStateIgnored`.
  static var _$ignoredFields: Set<PartialKeyPath<Self>> { get }
}

extension ObservableState {
  /// No part is left out.
  public static var _$ignoredFields: Set<PartialKeyPath<Self>> { [] }
}
