import Foundation

#if os(Linux) && canImport(Runtime)
  import Runtime
#endif

/// The functions, files and lines at addresses in the executable.
enum DebugInformation {
  // The system loads libraries far away from the executable, which is smaller than this.
  private static let maxLength: UInt64 = 1 << 32

  /// A call of a function, possibly inlined into its caller.
  struct Call {
    /// The mangled name.
    let symbol: String
    /// The name of the file and the line, such as `AppFeature.swift:12`.
    let location: String?
    /// Whether the compiler created the function to forward a call.
    let isThunk: Bool
    /// The reason of a trap, if the call stands for one.
    let failure: String?
  }

  /// Returns whether an address, relative to the start of the executable, is not in a library.
  static func isInExecutable(_ address: UInt64) -> Bool { address < maxLength }

  /// Returns the calls at return addresses, which are relative to the start of the executable.
  /// Inlined calls precede their callers. Returns none if the system cannot name functions.
  static func calls(at addresses: [UInt64]) -> [Call] {
    #if os(Linux) && canImport(Runtime)
      guard let backtrace = backtrace(addresses), let stack = backtrace.symbolicated() else {
        return []
      }
      return stack.frames.compactMap(Call.init)
    #else
      return []
    #endif
  }
}

#if os(Linux) && canImport(Runtime)
  extension DebugInformation {
    // The image is the file that the workers run, even if its path was replaced meanwhile. It can
    // be at any address, because only distances from its start matter.
    private static let path = "/proc/self/exe"
    private static let start = maxLength
    private static let architecture = try? Backtrace.capture(limit: 1).architecture

    /// Decodes a backtrace, because the toolchain's module has no public initializer for addresses.
    private static func backtrace(_ addresses: [UInt64]) -> Backtrace? {
      guard let architecture else { return nil }
      let values = [
        "architecture": architecture, "backtrace": base64(frames(addresses)),
        "imageMap": base64(image),
      ]
      guard let json = try? JSONEncoder().encode(values) else { return nil }
      return try? JSONDecoder().decode(Backtrace.self, from: json)
    }

    /// Encodes return addresses, in the Compact Backtrace Format.
    ///
    /// Source: https://github.com/swiftlang/swift, docs/CompactBacktraceFormat.md.
    private static func frames(_ addresses: [UInt64]) -> [UInt8] {
      let (version, returnAddress, end): (UInt8, UInt8, UInt8) = (2, 0x2f, 0)
      return [version] + addresses.flatMap { [returnAddress] + bytes($0 + start) } + [end]
    }

    /// The executable alone, in the Compact Image Map Format.
    ///
    /// Source: https://github.com/swiftlang/swift, docs/CompactImageMapFormat.md.
    private static var image: [UInt8] {
      let (version, count, addressLengths, noIdentifier): (UInt8, UInt8, UInt8, UInt8) =
        (2, 1, 0x3f, 0)
      let platform = Array("Linux".utf8)
      let path = Array(Self.path.utf8)
      return [version, UInt8(platform.count)] + platform + [count, addressLengths] + bytes(start)
        + bytes(maxLength) + [noIdentifier, UInt8(path.count)] + path + [0]
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
      // The formats are stored without padding.
      Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }
  }

  extension DebugInformation.Call {
    private static let failurePrefix = "Swift runtime failure: "

    fileprivate init?(_ frame: SymbolicatedBacktrace.Frame) {
      guard let symbol = frame.symbol else { return nil }
      let place = symbol.sourceLocation.flatMap { place -> String? in
        guard place.line > 0 else { return nil }
        return "\(URL(fileURLWithPath: place.path).lastPathComponent):\(place.line)"
      }
      self.init(
        symbol: symbol.rawName, location: place, isThunk: symbol.isSwiftThunk,
        failure: symbol.isSwiftRuntimeFailure
          ? String(symbol.rawName.dropFirst(Self.failurePrefix.count)) : nil)
    }
  }
#endif
