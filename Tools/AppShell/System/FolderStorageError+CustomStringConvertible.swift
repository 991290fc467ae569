import SessionReplay

extension FolderStorageError: CustomStringConvertible {
  /// What failed, and what can be done.
  package var description: String {
    switch self {
    case .badName(let name):
      "data cannot be kept under the name '\(name.visible)': use a name without '/' that does not "
        + "begin with '.'"
    case .cannotLoad(let path, let failure) where failure.kind != nil,
      .cannotSave(let path, let failure) where failure.kind != nil:
      "'\(path.visible)' holds no data: \(failure). Remove it, or give another folder with --data-dir"
    case .cannotLoad(let path, let failure):
      "'\(path.visible)' cannot be read: \(failure). Check its permissions, or give another folder "
        + "with --data-dir"
    case .cannotSave(let path, let failure):
      "'\(path.visible)' cannot be written: \(failure). What was saved before is as it was; free "
        + "some space or check the permissions, or give another folder with --data-dir"
    }
  }
}
