public import Foundation

extension DependencyValues {
  /// The center through which code sends and receives notifications: the default center in the app,
  /// and a new one in each test.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: DependencyKey {
  static let liveValue = NotificationCenter.default
  static var testValue: NotificationCenter { NotificationCenter() }
}
