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
