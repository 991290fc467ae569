import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The runtime's report of a crash, which prints the registers and the memory that they point to.
package enum CrashReport {
  /// The environment variable with the settings of the report.
  static let variable = "SWIFT_BACKTRACE"
  static let hiddenRegisters = "registers=none"

  /// Returns settings that omit registers, or `nil` if the given settings already specify them.
  package static func hidingRegisters(in settings: String?) -> String? {
    let settings = settings?.split(separator: ",").map(String.init) ?? []
    let isDecided = settings.contains {
      $0.hasPrefix("registers=") || ["enable=no", "enable=off", "enable=false"].contains($0)
    }
    return isDecided ? nil : (settings + [hiddenRegisters]).joined(separator: ",")
  }

  /// Restarts the executable with crash reports that show no values, unless the user configured
  /// them.
  ///
  /// The runtime reads the settings before any code of the program runs, so they cannot be changed
  /// later. If the executable cannot be started, the program continues.
  package static func hideValues() {
    #if os(Linux)
      let settings = getenv(variable).map { String(cString: $0) }
      // With its own path, the process keeps its name. A removed executable has no path.
      guard let settings = hidingRegisters(in: settings),
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      else { return }
      setenv(variable, settings, 1)
      execv(path, CommandLine.unsafeArgv)
    #endif
  }
}
