import Foundation

/// What the Swift runtime exports without declaring it.
enum RuntimeSymbol {
  // The handle of the process itself; it is only ever given back to the system.
  nonisolated(unsafe) private static let process = dlopen(nil, 0)

  /// The address of a symbol, if the runtime has it.
  static func find(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(process, name)
  }
}
