extension AnyHashable: CustomDumpRepresentable {
  /// The value that is wrapped.
  public var customDumpValue: Any { base }
}

extension Character: CustomDumpRepresentable {
  /// The character as a string.
  public var customDumpValue: Any { String(self) }
}

extension Unicode.Scalar: CustomDumpRepresentable {
  /// The scalar as a string.
  public var customDumpValue: Any { String(self) }
}

extension StaticString: CustomDumpRepresentable {
  /// The text as a string.
  public var customDumpValue: Any { description }
}

extension Duration: CustomDumpStringConvertible {
  /// The duration in seconds.
  public var customDumpDescription: String { description }
}

extension Range: CustomDumpStringConvertible {
  /// The range as it is written in code.
  public var customDumpDescription: String { description }
}

extension ClosedRange: CustomDumpStringConvertible {
  /// The range as it is written in code.
  public var customDumpDescription: String { description }
}

extension AnyKeyPath: CustomDumpStringConvertible {
  /// The key path as it is written in code, as far as the compiler recorded that.
  ///
  /// The address of a computed property's accessor, which is another in each process, is left out.
  public var customDumpDescription: String {
    debugDescription.replacing(#/<computed 0x[0-9a-f]+ /#, with: "<computed ")
  }
}

// An address is another in each process, and is left out.

extension OpaquePointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "OpaquePointer(…)" }
}

extension UnsafeMutablePointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafeMutablePointer<\(Pointee.self)>(…)" }
}

extension UnsafeMutableRawPointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafeMutableRawPointer(…)" }
}

extension UnsafePointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafePointer<\(Pointee.self)>(…)" }
}

extension UnsafeRawPointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafeRawPointer(…)" }
}
