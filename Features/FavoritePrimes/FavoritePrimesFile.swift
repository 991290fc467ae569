import ComposableArchitecture
import DataKeeping
import Foundation

/// The file of the favorite primes: a JSON list of whole numbers, in order.
struct FavoritePrimesFile: Sendable {
  static let name = "favorite-primes.json"

  let storage: DataStorage

  /// The primes in the file, or nil if there is no file yet.
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

  /// Saves the primes in the place of those that are in the file.
  ///
  /// A file that holds something else is kept under another name, which is returned.
  func save(_ primes: [Int]) async throws(FavoritePrimesFileError) -> String? {
    do {
      return try await storage.save(JSONEncoder().encode(primes), Self.name) { data in
        (try? JSONDecoder().decode([Int].self, from: data)) == nil
      }
    } catch {
      throw .notSaved(reason: "\(error)")
    }
  }

  /// What is said when a file that held something else was kept under a name.
  static func warning(keptAs other: String) -> String {
    """
    \(name.debugDescription) was not a list of favorite primes. The list was saved, and what was \
    in the file is kept as \(other.debugDescription).
    """
  }
}

/// Why the favorite primes could not be loaded or saved.
enum FavoritePrimesFileError: Error, Hashable, Sendable {
  /// The storage could not load the file.
  case notLoaded(reason: String)
  /// The storage could not save the file.
  case notSaved(reason: String)
  /// The file holds something else.
  case unreadable(name: String)
}

extension FavoritePrimesFileError: CustomStringConvertible {
  /// What failed, and what to do about it.
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
