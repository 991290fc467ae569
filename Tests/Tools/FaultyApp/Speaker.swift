import ComposableArchitecture

/// A client whose live value cannot be created.
struct Speaker: DependencyKey {
  let speak: @Sendable () -> Void

  static var liveValue: Speaker { fatalError("there is no voice") }
  static let testValue = Speaker(speak: {})
}
