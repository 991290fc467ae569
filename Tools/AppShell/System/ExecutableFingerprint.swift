import ComposableArchitecture
import SessionReplay

/// The build that is running, by the bytes of its executable.
enum ExecutableFingerprint {
  /// The fingerprint of an executable; `nil` if it cannot be read.
  private static func of(_ path: String) -> String? {
    // Mapped, as it is much larger than all else that is in memory.
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { return nil }
    let digest = data.withUnsafeBytes { LogFingerprint.digest(of: $0) }
    return "\(String(digest, radix: 16))-\(String(data.count, radix: 16))"
  }

  /// The fingerprint of the executable of this process; `nil` if it cannot be read.
  static var ofThisProcess: String? { of(path) }

  private static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
