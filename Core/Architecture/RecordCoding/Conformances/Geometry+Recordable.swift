public import Foundation

@_documentation(visibility: internal)
extension CGFloat: RecordableWrapper {
  /// The number as 64 bits, on every platform.
  public var recordedValue: Double { Double(self) }

  /// Creates a number from 64 bits.
  public init(recordedValue: Double) {
    self.init(recordedValue)
  }
}

@_documentation(visibility: internal)
extension CGPoint: Recordable {
  /// Describes the type by its coordinates.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("x", \.x)
      type.field("y", \.y)
    }
  }

  /// Writes the coordinates.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(x)
    encoder.encode(y)
  }

  /// Reads the coordinates.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let x: CGFloat = try decoder.decode()
    self.init(x: x, y: try decoder.decode())
  }

  /// Writes the coordinates that changed.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.x, to: x)
    encoder.field(1, of: product, from: old.y, to: y)
    return encoder.close(product)
  }
}

@_documentation(visibility: internal)
extension CGSize: Recordable {
  /// Describes the type by its width and height.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("width", \.width)
      type.field("height", \.height)
    }
  }

  /// Writes the width and the height.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(width)
    encoder.encode(height)
  }

  /// Reads the width and the height.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let width: CGFloat = try decoder.decode()
    self.init(width: width, height: try decoder.decode())
  }

  /// Writes the width and the height if they changed.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.width, to: width)
    encoder.field(1, of: product, from: old.height, to: height)
    return encoder.close(product)
  }
}

@_documentation(visibility: internal)
extension CGRect: Recordable {
  /// Describes the type by its origin and its size.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("origin", \.origin)
      type.field("size", \.size)
    }
  }

  /// Writes the origin and the size.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(origin)
    encoder.encode(size)
  }

  /// Reads the origin and the size.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let origin: CGPoint = try decoder.decode()
    self.init(origin: origin, size: try decoder.decode())
  }

  /// Writes the changes of the origin and the size.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.origin, to: origin)
    encoder.field(1, of: product, from: old.size, to: size)
    return encoder.close(product)
  }
}
