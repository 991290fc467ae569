import ComposableArchitecture
import SessionReplay

/// The build that is running, by the bytes of its executable.
enum ExecutableFingerprint {
  /// The fingerprint of an executable; `nil` if it cannot be read.
  static func of(_ path: String) -> LogFingerprint? {
    // Mapped, as it is much larger than all else that is in memory.
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { return nil }
    return data.withUnsafeBytes { LogFingerprint($0) }
  }

  /// The path of the executable of this process.
  static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
