import Foundation
import RecordCoding

/// The state in which a line is typed. It is read only when the line refers to it.
struct ParsedState {
  let read: () -> RecordedValue?
  let type: TypeReference
  let schema: Schema

  typealias Found = (uuid: UUID, owner: UUIDSearch.Owner?)

  /// Returns the distinct UUIDs of the state whose text starts with a prefix in capitals.
  func uuids(startingWith prefix: String) -> [UUID] {
    found(startingWith: prefix).map(\.uuid)
  }

  /// Returns the UUIDs in the order of the state, each with a structure that it identifies.
  func found(startingWith prefix: String) -> [Found] {
    guard let state = read() else { return [] }
    var search = UUIDSearch(schema)
    var found: [Found] = []
    var indices: [UUID: Int] = [:]
    _ = search.visit(state, as: type) { uuid, owner in
      guard uuid.uuidString.hasPrefix(prefix) else { return true }
      if let index = indices[uuid] {
        found[index].owner = found[index].owner ?? owner
      } else {
        indices[uuid] = found.count
        found.append((uuid, owner))
      }
      return true
    }
    return found
  }
}
