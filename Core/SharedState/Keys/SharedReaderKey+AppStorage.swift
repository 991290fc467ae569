public import Foundation

extension SharedReaderKey {
  /// Shares a truth value in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// Shares an integer in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .int)
  }

  /// Shares a number in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// Shares a text in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .string)
  }

  /// Shares texts in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .strings)
  }

  /// Shares a URL in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// Shares data in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .data)
  }

  /// Shares a date in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .date)
  }

  /// Shares a value in the user defaults as its raw value, an integer.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.raw())
  }

  /// Shares a value in the user defaults as its raw value, a text.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.raw())
  }

  /// Shares a value in the user defaults as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.json())
  }

  /// Shares a truth value, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, AppStorageCoding<Bool>.bool.optional)
  }

  /// Shares an integer, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.optional)
  }

  /// Shares a number, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, AppStorageCoding<Double>.double.optional)
  }

  /// Shares a text, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.optional)
  }

  /// Shares texts, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, AppStorageCoding<[String]>.strings.optional)
  }

  /// Shares a URL, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, AppStorageCoding<URL>.url.optional)
  }

  /// Shares data, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.optional)
  }

  /// Shares a date, if there is one, in the user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, AppStorageCoding<Date>.date.optional)
  }

  /// Shares a value, if there is one, in the user defaults as its raw value, an integer.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.raw().optional)
  }

  /// Shares a value, if there is one, in the user defaults as its raw value, a text.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.raw().optional)
  }

  /// Shares a value, if there is one, in the user defaults as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.json().optional)
  }
}

extension AppStorageCoding where Value: Sendable {
  /// Keeps the raw value of another.
  fileprivate func raw<Other: RawRepresentable<Value> & SendableMetatype>()
    -> AppStorageCoding<Other>
  {
    converting({ Other(rawValue: $0) }, { $0.rawValue })
  }
}
