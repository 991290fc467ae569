import ComposableArchitecture
import Foundation

extension SharedReaderKey where Self == FileStorageKey<IdentifiedArrayOf<SyncUp>>.Default {
  /// The key of the list of sync-ups, which is a file in the folder of documents.
  package static var syncUps: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "sync-ups.json")), default: []]
  }
}
