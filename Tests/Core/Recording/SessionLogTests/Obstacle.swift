import Foundation
import Platform
import SessionLog

/// A file that isn't a log, at the path of a log.
enum Obstacle: String, CaseIterable, Sendable {
  case folder, fifo, socket, link, danglingLink, device

  /// The obstacles that the current user can create. Device nodes need root.
  static var all: [Obstacle] { allCases.filter { $0 != .device || geteuid() == 0 } }

  var kind: FileKind {
    switch self {
    case .folder: .folder
    case .fifo: .fifo
    case .socket: .socket
    case .link, .danglingLink: .link
    case .device: .device
    }
  }

  /// Creates the obstacle. A link refers to the target.
  func make(at path: String, target: String) throws {
    let result: Int32
    switch self {
    case .folder: result = mkdir(path, 0o755)
    case .fifo: result = mkfifo(path, 0o644)
    case .socket: result = try bindSocket(to: path)
    case .link: result = symlink(target, path)
    case .danglingLink: result = symlink("\(target).none", path)
    // A null device like /dev/null.
    case .device: result = mknod(path, S_IFCHR | 0o644, 1 << 8 | 3)
    }
    guard result == 0 else { throw SystemError(code: errno) }
  }
}

/// Creates a socket. In the enumeration, its cases would hide the names of the system.
private func bindSocket(to path: String) throws -> Int32 {
  #if canImport(Glibc)
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let file = socket(AF_UNIX, SOCK_STREAM, 0)
  #endif
  guard file >= 0 else { throw SystemError(code: errno) }
  defer { close(file) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  // The address of a socket has space only for a short path.
  let short = "/tmp/reprise-\(getpid())-\(file)"
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  return result == 0 ? rename(short, path) : result
}

func mode(of path: String) throws -> mode_t {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw SystemError(code: errno) }
  return status.st_mode & 0o777
}

func owner(of path: String) throws -> [UInt32] {
  var status = stat()
  guard lstat(path, &status) == 0 else { throw SystemError(code: errno) }
  return [status.st_uid, status.st_gid]
}
