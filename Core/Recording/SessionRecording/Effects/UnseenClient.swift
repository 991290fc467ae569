import DependencyInjection
import Foundation
import Platform
import RecordCoding
import ReducerRuntime

/// A dependency, or a part of one, that effects call without a recorder noticing it.
///
/// Only endpoints of `@DependencyClient` report their calls. Methods don't. The calls of a value
/// therefore cannot be seen if it is, or stores, an object or a protocol value. The same is true if
/// it stores a closure, or if it is a structure that has nothing but methods. A structure or
/// enumeration that is neither equatable nor codable may have methods that make calls with its
/// data.
package struct UnseenClient: Hashable, Sendable {
  /// The type of the dependency, and the names of the members that lead to the part.
  package let name: String
  /// Whether the value may consist of data, although its type does not show that.
  private let mayBeData: Bool

  private var remedy: String {
    mayBeData
      ? "declare the client with @DependencyClient, or make data Equatable"
      : "declare the client with @DependencyClient"
  }

  /// The reason why an effect that uses the client is not verified.
  package var reason: String { "calls of '\(name)' cannot be seen; \(remedy)" }

  var warning: String {
    "calls of '\(name)' cannot be recorded; effects that read the client are not verified: "
      + remedy
  }
}

extension UnseenClient {
  private static let known = Mutex<[ObjectIdentifier: UnseenClient?]>([:])

  /// Returns an unseen client in the type of a dependency; `nil` if all calls of the type are seen.
  package static func find(in type: Any.Type) -> UnseenClient? {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let found = search(type, at: typeName(type))
    known.withLock { $0[id] = .some(found) }
    return found
  }

  /// Returns whether a key is one of the library's dependencies.
  ///
  /// Clocks, dates, identifiers, random numbers, locales, calendars, time zones and `dataStorage`
  /// are recorded. Schedulers sleep on the recorded clock. `fireAndForget` runs work that makes
  /// calls of its own, `dismiss` sends an action, and `assert` and `openURL` report an issue in a
  /// replay. Shared values record their use of storages.
  package static func isOfLibrary(_ key: Any.Type) -> Bool {
    isOfModule(key, in: architecture)
  }

  /// Returns whether dependencies of the library have values of a type. Only the key then tells
  /// whether calls are seen.
  static func isTypeOfLibrary(_ type: Any.Type) -> Bool {
    isOfModule(type, in: architecture) || type == (any Clock<Duration>).self
      || type == UserDefaults.self
  }
}

// MARK: Searching

extension UnseenClient {
  private static let architecture = [
    "DependencyInjection", "LegacySpellings", "ReducerRuntime", "SharedState",
  ]
  /// Modules whose structures and enumerations are data.
  private static let data = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "IdentifiedArrays",
    "SharedState", "Swift",
  ]

  private static func isOfModule(_ type: Any.Type, in modules: [String]) -> Bool {
    let name = _typeName(type)
    return modules.contains { name.hasPrefix("\($0).") }
  }

  private static func typeName(_ type: Any.Type) -> String {
    let name = _typeName(type, qualified: false)
    guard StoredTypes(type).kind == .existential else { return name }
    // The runtime prints associated types as requirements.
    return "\(name.hasPrefix("any ") ? "" : "any ")\(name.prefix { $0 != "<" })"
  }

  private static func search(_ type: Any.Type, at path: String) -> UnseenClient? {
    guard !isSeen(type) else { return nil }
    if let container = type as? any ElementContaining.Type {
      return container.elementTypes.lazy.compactMap { search($0, at: path) }.first
    }
    let stored = StoredTypes(type)
    guard let members = stored.members else { return UnseenClient(name: path, mayBeData: false) }
    if stored.kind != .tuple, isOfModule(type, in: data) {
      let isUsed = type is any Clock.Type || type is any RandomNumberGenerator.Type
      return isUsed ? UnseenClient(name: path, mayBeData: false) : nil
    }
    let endpoints = Set(members.map(\.name).filter { $0.hasPrefix(CallableEndpoints.prefix) })
    for member in members {
      let name = member.name.drop { $0 == "_" }
      guard !member.name.hasPrefix(CallableEndpoints.prefix),
        !(member.type is any MarkedEndpoint.Type),
        !endpoints.contains(CallableEndpoints.prefix + name)
      else { continue }
      let memberPath = "\(path).\(name)"
      guard let type = member.type else {
        return UnseenClient(name: memberPath, mayBeData: false)
      }
      if let found = search(type, at: memberPath) { return found }
    }
    // A structure with endpoints makes calls only through its members.
    guard stored.kind != .tuple, !CallableEndpoints.hasEndpoints(type),
      !isOfModule(type, in: architecture)
    else { return nil }
    let hasNothing = stored.kind == .structure && members.isEmpty
    return hasNothing || !isData(type) ? UnseenClient(name: path, mayBeData: !hasNothing) : nil
  }

  /// Returns whether values are data by their type alone, or clients whose calls are all seen.
  private static func isSeen(_ type: Any.Type) -> Bool {
    type is any CalledClient.Type || type is any Recordable.Type || type == DataStorage.self
      || type == (any Error).self || type is AnyKeyPath.Type
  }

  private static func isData(_ type: Any.Type) -> Bool {
    type is any Equatable.Type || type is any Encodable.Type || type is any Decodable.Type
      || type is any Error.Type
  }
}

/// A container whose own members don't show what it contains.
private protocol ElementContaining {
  static var elementTypes: [Any.Type] { get }
}

extension Optional: ElementContaining {
  static var elementTypes: [Any.Type] { [Wrapped.self] }
}

extension Result: ElementContaining {
  static var elementTypes: [Any.Type] { [Success.self] }
}

extension Array: ElementContaining {
  static var elementTypes: [Any.Type] { [Element.self] }
}

extension Set: ElementContaining {
  static var elementTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: ElementContaining {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }
}
