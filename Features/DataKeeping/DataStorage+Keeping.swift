package import ComposableArchitecture

extension DataStorage {
  /// How many broken files of one name are kept beside it.
  package static var mostBrokenFiles: Int { 99 }

  /// Saves data under a name, and first keeps what is there under another name if it is broken.
  ///
  /// Returns that name, such as `list.broken-1.json` for `list.json`. Where what is there cannot be
  /// loaded, or cannot be kept, nothing is saved.
  package func save(
    _ data: Data, _ name: String, keepingBroken isBroken: (Data) -> Bool
  ) async throws -> String? {
    var kept: String?
    if let old = try await load(name), !old.isEmpty, isBroken(old) {
      kept = try await keep(old, besides: name)
    }
    // Another save may have taken the place of this one meanwhile.
    try Task.checkCancellation()
    try await save(data, name)
    return kept
  }

  private func keep(_ data: Data, besides name: String) async throws -> String {
    let parts = name.split(separator: ".", maxSplits: 1)
    for number in 1...Self.mostBrokenFiles {
      let ending = parts.dropFirst().map { ".\($0)" }.joined()
      let other = "\(parts.first ?? "data").broken-\(number)\(ending)"
      guard let present = try await load(other) else {
        try await save(data, other)
        return other
      }
      // It was kept before, and the save that should have followed failed.
      if present == data { return other }
    }
    throw DataKeepingError.tooManyBrokenFiles(name: name)
  }
}
