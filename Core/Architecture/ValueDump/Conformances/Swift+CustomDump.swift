@_documentation(visibility: internal)
extension AnyHashable: CustomDumpRepresentable {
  /// The wrapped value.
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
  /// The static string as a string.
  public var customDumpValue: Any { description }
}

@_documentation(visibility: internal)
extension Duration: CustomDumpStringConvertible {
  /// The duration in seconds.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension Range: CustomDumpStringConvertible {
  /// The range as written in code.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension ClosedRange: CustomDumpStringConvertible {
  /// The range as written in code.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension AnyKeyPath: CustomDumpStringConvertible {
  /// The key path as written in code, as far as the compiler recorded it.
  ///
  /// Omits the address of a computed property's accessor, which differs between processes.
  public var customDumpDescription: String {
    debugDescription.replacing(#/<computed 0x[0-9a-f]+ /#, with: "<computed ")
  }
}

// Addresses are omitted, because they differ between processes.

@_documentation(visibility: internal)
extension ObjectIdentifier: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "ObjectIdentifier()" }
}

@_documentation(visibility: internal)
extension OpaquePointer: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "OpaquePointer(…)" }
}

@_documentation(visibility: internal)
extension UnsafeMutablePointer: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "UnsafeMutablePointer<\(Pointee.self)>(…)" }
}

@_documentation(visibility: internal)
extension UnsafeMutableRawPointer: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "UnsafeMutableRawPointer(…)" }
}

@_documentation(visibility: internal)
extension UnsafePointer: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "UnsafePointer<\(Pointee.self)>(…)" }
}

@_documentation(visibility: internal)
extension UnsafeRawPointer: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "UnsafeRawPointer(…)" }
}
