public import Foundation

extension SharedReaderKey {
  /// Returns a key for a Boolean value in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// Returns a key for an integer in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .int)
  }

  /// Returns a key for a floating-point number in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// Returns a key for a string in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .string)
  }

  /// Returns a key for an array of strings in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .strings)
  }

  /// Returns a key for a URL in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// Returns a key for data in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .data)
  }

  /// Returns a key for a date in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .date)
  }

  /// Returns a key for a value stored in user defaults by its integer raw value.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.raw())
  }

  /// Returns a key for a value stored in user defaults by its string raw value.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.raw())
  }

  /// Returns a key for a value stored in user defaults as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.json())
  }

  /// Returns a key for an optional Boolean value in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, AppStorageCoding<Bool>.bool.optional)
  }

  /// Returns a key for an optional integer in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.optional)
  }

  /// Returns a key for an optional floating-point number in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, AppStorageCoding<Double>.double.optional)
  }

  /// Returns a key for an optional string in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.optional)
  }

  /// Returns a key for an optional array of strings in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, AppStorageCoding<[String]>.strings.optional)
  }

  /// Returns a key for an optional URL in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, AppStorageCoding<URL>.url.optional)
  }

  /// Returns a key for optional data in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.optional)
  }

  /// Returns a key for an optional date in user defaults.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, AppStorageCoding<Date>.date.optional)
  }

  /// Returns a key for an optional value stored in user defaults by its integer raw value.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.raw().optional)
  }

  /// Returns a key for an optional value stored in user defaults by its string raw value.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.raw().optional)
  }

  /// Returns a key for an optional value stored in user defaults as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.json().optional)
  }
}

extension AppStorageCoding where Value: Sendable {
  fileprivate func raw<Other: RawRepresentable<Value> & SendableMetatype>()
    -> AppStorageCoding<Other>
  {
    converting({ Other(rawValue: $0) }, { $0.rawValue })
  }
}
