public import Foundation
import Locking

/// Keeps data under names, from one run of the app to the next.
public struct DataStorage: Sendable {
  /// The data saved under a name; nil when nothing was.
  public var load: @Sendable (_ name: String) async throws -> Data?
  /// Saves data under a name, in the place of what was there.
  public var save: @Sendable (_ data: Data, _ name: String) async throws -> Void

  /// A storage that loads and saves with the given functions.
  public init(
    load: @escaping @Sendable (_ name: String) async throws -> Data?,
    save: @escaping @Sendable (_ data: Data, _ name: String) async throws -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// A new storage in memory, which holds `content` at first.
  public static func inMemory(_ content: [String: Data] = [:]) -> DataStorage {
    let memory = Memory(content)
    return DataStorage(
      load: { name in memory.content.withLock { $0[name] } },
      save: { data, name in memory.content.withLock { $0[name] = data } })
  }

  private final class Memory: Sendable {
    let content: Mutex<[String: Data]>

    init(_ content: [String: Data]) {
      self.content = Mutex(content)
    }
  }
}
