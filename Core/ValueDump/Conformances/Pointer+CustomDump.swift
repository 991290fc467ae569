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
