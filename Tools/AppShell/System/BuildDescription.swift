/// The description of the build in the headers of logs.
enum BuildDescription {
  /// The configuration, system and processor: `debug, Linux x86_64`.
  static let current = "\(configuration), \(system) \(architecture)"

  private static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "another system"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another processor"
    #endif
  }
}
