public import DependencyInjection

extension DependencyValues {
  /// Dismisses the feature that calls it, if it is presented.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented, so that it can be dismissed.
  public var isPresented: Bool { dismiss.dismiss != nil }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect.ofRoot
  static let testValue = DismissEffect.ofRoot
}
