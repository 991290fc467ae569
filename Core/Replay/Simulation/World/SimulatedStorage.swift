import DependencyInjection
import Foundation
import Platform
import SharedState

/// The storage of a simulated device, which outlives crashes and restarts of the app.
final class SimulatedStorage: Sendable {
  private let data = Mutex<[String: Data]>([:])
  private let contents = LockIsolated<[URL: Data]>([:])
  private let defaults = UncheckedSendable(UserDefaults.inMemory)
  let files: FileStorage

  init() {
    files = .inMemory(fileSystem: contents)
  }

  var settings: UserDefaults { defaults.value }

  /// The data that the app saves by name. A save replaces the data at its end, like a rename.
  var dataStorage: DataStorage {
    DataStorage(
      load: { name in self.data.withLock { $0[name] } },
      save: { data, name in self.data.withLock { $0[name] = data } })
  }
}
