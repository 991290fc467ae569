import ComposableArchitecture

/// Why data could not be kept.
package enum DataKeepingError: Error, Hashable, Sendable {
  /// As many broken files of this name as may be are kept already.
  case tooManyBrokenFiles(name: String)
}

extension DataKeepingError: CustomStringConvertible {
  /// What failed, and what to do about it.
  package var description: String {
    switch self {
    case .tooManyBrokenFiles(let name):
      """
      \(name.debugDescription) cannot be read, and would be lost: \(DataStorage.mostBrokenFiles) \
      broken files of that name are kept already. Mend it, or move some of them away.
      """
    }
  }
}
