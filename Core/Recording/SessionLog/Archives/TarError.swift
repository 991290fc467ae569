import Platform

/// The reason a tar, or a member of it, cannot be read.
package enum TarError: Error, Equatable, Codable, Sendable {
  /// The tar cannot be opened or read; `code` is the `errno`.
  case cannotRead(path: String, code: Int32)
  case notATar(path: String)
  /// The tar ends before the end of the member, or of the trailer, that begins at `offset`.
  case truncated(path: String, offset: UInt64)
  case badHeader(path: String, offset: UInt64)
  case badExtendedHeader(path: String, offset: UInt64)
  /// A log was stored without its holes, in one of the sparse formats of GNU tar.
  case sparse(path: String, member: String)
  /// The index does not match the tar at a member.
  case indexDisagrees(path: String, member: String)
}

extension TarError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotRead(let path, let code):
      "\(path.visible): cannot be read: \(SystemError.text(for: code)). "
        + "Check the name and the permissions."
    case .notATar(let path):
      "\(path.visible): is not a tar. Give a folder, or a tar that is not compressed."
    case .truncated(let path, let offset):
      "\(path.visible): is cut off within the member at offset \(grouped(offset)). "
        + "Find a whole copy, or pack the logs again."
    case .badHeader(let path, let offset):
      "\(path.visible): the header at offset \(grouped(offset)) does not agree with its checksum. "
        + "Find a whole copy, or pack the logs again."
    case .badExtendedHeader(let path, let offset):
      "\(path.visible): the extended header at offset \(grouped(offset)) cannot be read. "
        + "Find a whole copy, or pack the logs again."
    case .sparse(let path, let member):
      "\(path.visible): '\(member.visible)' is stored without its holes, which is not supported. "
        + "Make the tar without --sparse."
    case .indexDisagrees(let path, let member):
      "\(path.visible): the tar does not have '\(member.visible)' where its index says. Remove "
        + "\(shellWord(TarIndex.path(of: path))) to read the tar without it."
    }
  }
}

/// The reason logs cannot be packed.
package enum TarWriterError: Error, Equatable, Sendable {
  case cannotCreate(LogWriterError)
  case cannotRead(LogLocationError)
  case changed(log: String)
  /// A log in a different tar has a name that leads out of the folder where a tar is unpacked.
  case outside(name: String)
  case duplicate(name: String, log: String, other: String)
  /// Writing stopped; `code` is the `errno`.
  case stopped(path: String, code: Int32)
}

extension TarWriterError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotCreate(let error): error.description
    case .cannotRead(let error): error.description
    case .changed(let log):
      "\(log.visible): was written to while it was packed. Nothing was written; pack again when "
        + "its recording has ended."
    case .outside(let name):
      "'\(name.visible)' would be written outside of the folder into which the tar is unpacked. "
        + "Nothing was packed; make the tar that it comes from again, without '..' in names."
    case .duplicate(let name, let log, let other):
      "'\(log.visible)' and '\(other.visible)' would both be '\(name.visible)' in the tar. "
        + "Pack the folder above both, or rename one of them."
    case .stopped(let path, let code):
      "\(path.visible): packing stopped: \(SystemError.text(for: code)). No tar was written. "
        + "Free some space, or choose another folder."
    }
  }
}
