public import DependencyInjection
public import Foundation
import Platform

private enum DefaultAppStorageKey: DependencyKey {
  static let liveValue = UncheckedSendable(UserDefaults.standard)
  static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
}

private enum AppStorageKeyFormatWarningKey: DependencyKey {
  static let liveValue = true
  static let testValue = true
}

private enum AppStorageRelocationKey: DependencyKey {
  static let liveValue: (@Sendable (UserDefaults) -> UserDefaults)? = nil
  static let testValue: (@Sendable (UserDefaults) -> UserDefaults)? = nil
}

extension DependencyValues {
  /// The user defaults of `.appStorage` keys. Each test has its own, in memory.
  public var defaultAppStorage: UserDefaults {
    get { self[DefaultAppStorageKey.self].value }
    set { self[DefaultAppStorageKey.self] = UncheckedSendable(newValue) }
  }

  /// Whether to warn about names of `.appStorage` keys that some systems can't observe. Has no
  /// effect, because all names are observed in the same way.
  public var appStorageKeyFormatWarningEnabled: Bool {
    get { self[AppStorageKeyFormatWarningKey.self] }
    set { self[AppStorageKeyFormatWarningKey.self] = newValue }
  }

  /// A function that `.appStorage` keys use to replace user defaults that aren't in memory.
  package var appStorageRelocation: (@Sendable (UserDefaults) -> UserDefaults)? {
    get { self[AppStorageRelocationKey.self] }
    set { self[AppStorageRelocationKey.self] = newValue }
  }

  func relocatedAppStorage(_ store: UserDefaults) -> UserDefaults {
    // Defaults in memory are already isolated.
    guard !(store is StoredDefaults), let relocation = overriding(AppStorageRelocationKey.self)
    else { return store }
    return relocation?(store) ?? store
  }
}

extension UserDefaults {
  /// New user defaults that exist only in memory.
  public static var inMemory: UserDefaults { StoredDefaults.make([:]) }

  package static func stored(at url: URL, in storage: FileStorage) throws -> UserDefaults {
    let values = try storage.read(url).map { data in
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      guard let values = list as? [String: Any] else {
        throw CocoaError(.propertyListReadCorrupt)
      }
      return values
    }
    return StoredDefaults.make(values ?? [:]) { data in storage.write(url, { data }, { _ in }) }
  }
}

private final class StoredDefaults: UserDefaults {
  private let lock = NSLock()
  private var values: [String: Any] = [:]
  private var save: ((Data) -> Void)?

  static func make(_ values: [String: Any], save: ((Data) -> Void)? = nil) -> StoredDefaults {
    guard let defaults = StoredDefaults(suiteName: "reprise.in-memory") else {
      preconditionFailure("cannot create user defaults for a suite")
    }
    defaults.values = values
    defaults.save = save
    return defaults
  }

  override func object(forKey key: String) -> Any? { lock.withLock { values[key] } }

  override func set(_ value: Any?, forKey key: String) {
    lock.withLock {
      values[key] = value
      // The lock keeps saves in order. The binary format preserves fractions of seconds.
      guard let save else { return }
      let data = try? PropertyListSerialization.data(
        fromPropertyList: values, format: .binary, options: 0)
      if let data { save(data) }
    }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }

  override func removeObject(forKey key: String) { set(nil as Any?, forKey: key) }
  override func set(_ value: Int, forKey key: String) { set(value as Any?, forKey: key) }
  override func set(_ value: Float, forKey key: String) { set(value as Any?, forKey: key) }
  override func set(_ value: Double, forKey key: String) { set(value as Any?, forKey: key) }
  override func set(_ value: Bool, forKey key: String) { set(value as Any?, forKey: key) }
  override func bool(forKey key: String) -> Bool { object(forKey: key) as? Bool ?? false }
  override func integer(forKey key: String) -> Int { object(forKey: key) as? Int ?? 0 }
  override func double(forKey key: String) -> Double { object(forKey: key) as? Double ?? 0 }
  override func string(forKey key: String) -> String? { object(forKey: key) as? String }
  override func data(forKey key: String) -> Data? { object(forKey: key) as? Data }

  override func stringArray(forKey key: String) -> [String]? {
    object(forKey: key) as? [String]
  }
}
