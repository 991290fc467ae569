public import Foundation

extension DependencyValues {
  /// The user's locale; in tests reading it fails, and gives `en_US_POSIX`.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
}

private enum LocaleKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: Locale { .autoupdatingCurrent }

  static var testValue: Locale {
    UnimplementedDependency("locale", example: #"Locale(identifier: "en_US")"#)
      .reportUnlessAssigning()
    return Locale(identifier: "en_US_POSIX")
  }
}
