import ComposableArchitecture

/// An error that prevents broken data from being preserved.
package enum DataKeepingError: Error, Hashable, Sendable {
  case tooManyBrokenFiles(name: String)
}

extension DataKeepingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooManyBrokenFiles(let name):
      """
      \(name.debugDescription) cannot be read, and would be lost: \(DataStorage.maxBrokenFiles) \
      broken files of that name are kept already. Mend it, or move some of them away.
      """
    }
  }
}
