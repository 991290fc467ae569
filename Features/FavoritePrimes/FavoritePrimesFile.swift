import ComposableArchitecture
import Foundation

/// The file of the favorite primes: a JSON array of integers, in order.
struct FavoritePrimesFile: Sendable {
  static let name = "favorite-primes.json"

  let storage: DataStorage

  /// Returns the primes in the file, or `nil` if there is no file yet.
  func load() async throws(FavoritePrimesFileError) -> [Int]? {
    let data: Data?
    do {
      data = try await storage.load(Self.name)
    } catch {
      throw .notLoaded(reason: "\(error)")
    }
    guard let data else { return nil }
    do {
      return try JSONDecoder().decode([Int].self, from: data)
    } catch {
      throw .unreadable(name: Self.name)
    }
  }

  /// Saves the primes. If the file is not a list of primes, first copies it and returns the copy's
  /// name.
  func save(_ primes: [Int]) async throws(FavoritePrimesFileError) -> String? {
    do {
      return try await storage.save(JSONEncoder().encode(primes), Self.name) { data in
        (try? JSONDecoder().decode([Int].self, from: data)) == nil
      }
    } catch {
      throw .notSaved(reason: "\(error)")
    }
  }

  /// Returns the warning that the file was not a list of primes and was copied to a different name.
  static func warning(keptAs other: String) -> String {
    """
    \(name.debugDescription) was not a list of favorite primes. The list was saved, and what was \
    in the file is kept as \(other.debugDescription).
    """
  }
}

/// An error that prevents the favorite primes from being loaded or saved.
enum FavoritePrimesFileError: Error, Hashable, Sendable {
  case notLoaded(reason: String)
  case notSaved(reason: String)
  case unreadable(name: String)
}

extension FavoritePrimesFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notLoaded(let reason):
      "The favorite primes were not loaded, and the list is as it was: \(reason)"
    case .notSaved(let reason):
      "The favorite primes were not saved: \(reason)"
    case .unreadable(let name):
      """
      The favorite primes were not loaded, and the list is as it was: \(name.debugDescription) is \
      not a JSON list of whole numbers, such as [2, 3, 5]. Mend it; if you save instead, it is \
      kept under another name.
      """
    }
  }
}
