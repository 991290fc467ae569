import CommandLineKit
import Foundation
import Platform
import SessionLog
import SessionReplay
import SessionReports

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The executable of this process, which is restarted after it was rebuilt.
struct WatchedExecutable {
  /// The variable with the descriptor of the file that holds the previous round.
  private static let variable = "REPRISE_WATCHED_ROUND"

  private let path: String?
  /// The running file, or the last one that could not be started.
  private var first: LogStamp?

  /// Watches an executable; `nil` watches nothing.
  init(_ path: Path?) {
    self.path = path?.text
    first = path.flatMap { LogStamp(of: $0.text) }
  }

  struct Path {
    let text: String

    /// The path of this process's executable. A rebuilt executable may have the same path.
    static var ofProcess: Path? {
      #if os(Linux)
        let text = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return text.map { Path(text: $0) }
      #else
        return Bundle.main.executablePath.map { Path(text: $0) }
      #endif
    }
  }

  var stamp: LogStamp? { path.flatMap { LogStamp(of: $0) } }

  /// Whether a different and complete executable has replaced the file.
  var isReplaced: Bool {
    guard let path, let stamp, stamp != first else { return false }
    return access(path.pathBytes, X_OK) == 0 && Self.isWhole(path, length: stamp.bytes)
  }

  /// An ELF file is complete if it contains its section header table, which a linker writes last.
  static func isWhole(_ path: String, length: Int) -> Bool {
    #if os(Linux)
      guard let file = FileHandle(forReadingAtPath: path),
        let head = try? file.read(upToCount: 64), head.count == 64,
        head.starts(with: [0x7F, 0x45, 0x4C, 0x46])
      else { return false }
      func number(at offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(head[head.startIndex + offset + $1]) << (8 * $1) }
      }
      let end = number(at: 40, 7) + number(at: 58, 2) * number(at: 60, 2)
      return end > 64 && end <= length
    #else
      return length > 0
    #endif
  }

  /// Replaces this process with the new executable. Returns only after a failure.
  mutating func start(with round: ReplayRound) -> SystemFailure? {
    guard let path, let file = Self.file(of: round) else { return SystemFailure(code: ENOENT) }
    setenv(Self.variable, "\(file)", 1)
    execv(path.pathBytes, CommandLine.unsafeArgv)
    let failure = SystemFailure.last
    unsetenv(Self.variable)
    close(file)
    first = stamp
    return failure
  }

  func takePreviousRound(_ variables: [String: String]) -> ReplayRound? {
    guard let text = variables[Self.variable], let number = Int32(text), number > 2 else {
      return nil
    }
    unsetenv(Self.variable)
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    guard lseek(number, 0, SEEK_SET) == 0, let bytes = try? file.readToEnd() else { return nil }
    return try? JSONDecoder().decode(ReplayRound.self, from: bytes)
  }

  /// Creates a temporary file without a name that holds a round. Returns its descriptor.
  private static func file(of round: ReplayRound) -> Int32? {
    guard let json = try? JSONEncoder().encode(round) else { return nil }
    var template =
      Array((FileManager.default.temporaryDirectory.path + "/reprise.XXXXXX").utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { return nil }
    unlink(template)
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: false)
    guard (try? file.write(contentsOf: json)) != nil else {
      close(number)
      return nil
    }
    return number
  }
}
