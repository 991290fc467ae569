import ComposableArchitecture

/// A storage that can neither load nor save.
enum BrokenStorage: Error, CustomStringConvertible {
  case diskIsGone

  var description: String { "the disk is gone" }

  static let storage = DataStorage(
    load: { _ in throw Self.diskIsGone }, save: { _, _ in throw Self.diskIsGone })
}
