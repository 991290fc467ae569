import ComposableArchitecture
import ReplayCorpus

/// A fingerprint that identifies a build by the bytes of its executable.
enum ExecutableFingerprint {
  private static func of(_ path: String) -> String? {
    // The file is mapped because it is much larger than the rest of the process.
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
