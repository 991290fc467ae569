public import Foundation

extension DataStorage {
  /// The maximum number of broken files preserved for one name.
  public static var maxBrokenFiles: Int { 99 }

  /// Saves data under a name. If the existing data is broken, first copies it to a different name.
  ///
  /// Returns the name of the copy, such as `list.broken-1.json` for `list.json`, or `nil` if the
  /// existing data was not broken. Saves nothing if the existing data cannot be loaded or copied.
  public func save(
    _ data: Data, _ name: String, keepingBroken isBroken: (Data) -> Bool
  ) async throws -> String? {
    var kept: String?
    if let old = try await load(name), !old.isEmpty, isBroken(old) {
      kept = try await keep(old, besides: name)
    }
    // A later save may have replaced this one in the meantime.
    try Task.checkCancellation()
    try await save(data, name)
    return kept
  }

  private func keep(_ data: Data, besides name: String) async throws -> String {
    let parts = name.split(separator: ".", maxSplits: 1)
    for number in 1...Self.maxBrokenFiles {
      let ending = parts.dropFirst().map { ".\($0)" }.joined()
      let other = "\(parts.first ?? "data").broken-\(number)\(ending)"
      guard let present = try await load(other) else {
        try await save(data, other)
        return other
      }
      // An earlier call copied the data, but failed to save.
      if present == data { return other }
    }
    throw DataStorageError.tooManyBrokenFiles(name: name)
  }
}
