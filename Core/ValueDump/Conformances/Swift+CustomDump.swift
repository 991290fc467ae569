@_documentation(visibility: internal)
extension AnyHashable: CustomDumpRepresentable {
  /// The value that is wrapped.
  public var customDumpValue: Any { base }
}

@_documentation(visibility: internal)
extension Character: CustomDumpRepresentable {
  /// The character as a string.
  public var customDumpValue: Any { String(self) }
}

@_documentation(visibility: internal)
extension Unicode.Scalar: CustomDumpRepresentable {
  /// The scalar as a string.
  public var customDumpValue: Any { String(self) }
}

@_documentation(visibility: internal)
extension StaticString: CustomDumpRepresentable {
  /// The text as a string.
  public var customDumpValue: Any { description }
}

@_documentation(visibility: internal)
extension Duration: CustomDumpStringConvertible {
  /// The duration in seconds.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension Range: CustomDumpStringConvertible {
  /// The range as it is written in code.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension ClosedRange: CustomDumpStringConvertible {
  /// The range as it is written in code.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension AnyKeyPath: CustomDumpStringConvertible {
  /// The key path as it is written in code, as far as the compiler recorded that.
  ///
  /// The address of a computed property's accessor, which is another in each process, is left out.
  public var customDumpDescription: String {
    debugDescription.replacing(#/<computed 0x[0-9a-f]+ /#, with: "<computed ")
  }
}

// An address is another in each process, and is left out.

@_documentation(visibility: internal)
extension OpaquePointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "OpaquePointer(…)" }
}

@_documentation(visibility: internal)
extension UnsafeMutablePointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafeMutablePointer<\(Pointee.self)>(…)" }
}

@_documentation(visibility: internal)
extension UnsafeMutableRawPointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafeMutableRawPointer(…)" }
}

@_documentation(visibility: internal)
extension UnsafePointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafePointer<\(Pointee.self)>(…)" }
}

@_documentation(visibility: internal)
extension UnsafeRawPointer: CustomDumpStringConvertible {
  /// The type.
  public var customDumpDescription: String { "UnsafeRawPointer(…)" }
}
