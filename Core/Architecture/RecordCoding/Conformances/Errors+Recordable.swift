public import Foundation

/// The recorded form of an error: its type and its texts.
///
///     enum Action {
///       case loaded(Result<String, RecordedError>)
///     }
///     let action = Action.loaded(.failure(RecordedError(CancellationError())))
///
/// A recorded `Result` or `TaskResult` stores an `any Error` in this form. A replay passes it to
/// the reducer in place of the error: its descriptions are the recorded ones, and a cast to the
/// original type fails. If a reducer distinguishes errors, make the type of the failure
/// `@Recordable` and name it in the result.
@Recordable
public struct RecordedError: Error, Hashable, Sendable {
  /// The full name of the error's type, such as `Foundation.URLError`.
  public var type: String
  /// The localized description.
  public var text: String
  /// The text that `String(describing:)` returns, if it differs from `text`.
  public var details: String?

  /// Creates an error from its type and its texts.
  public init(type: String, text: String, details: String? = nil) {
    self.type = type
    self.text = text
    self.details = details
  }

  /// Creates the recorded form of an error.
  public init(_ error: any Error) {
    if let error = error as? RecordedError {
      self = error
    } else {
      let text = error.localizedDescription
      let details = String(describing: error)
      self.init(
        type: recordedName(of: Swift.type(of: error)), text: text,
        details: details == text ? nil : details)
    }
  }
}

extension RecordedError: LocalizedError, CustomStringConvertible {
  /// The localized description of the recorded error.
  public var errorDescription: String? { text }

  /// The description of the recorded error.
  public var description: String { details ?? text }
}

@_documentation(visibility: internal)
extension Never: Recordable {
  /// Describes the type as an enumeration without cases.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { _ in }
  }

  /// Does nothing, because there are no values.
  public func record(into encoder: inout RecordEncoder) {}

  /// Throws an error, because there are no values.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    _ = try decoder.tag(below: 0)
    preconditionFailure("a tag below zero was read")
  }

  /// Does nothing, because there are no values.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {}
}

/// The recorded form of a result's failure: itself if recordable, otherwise a `RecordedError`.
enum RecordedFailure<Failure: Error> {
  static func describe(in payload: PayloadDescription) {
    func add<Value: Recordable>(_ type: Value.Type) { payload.field(nil, type) }
    if let type = Failure.self as? any Recordable.Type {
      add(type)
    } else {
      add(RecordedError.self)
    }
  }

  static func record(_ failure: Failure, into encoder: inout RecordEncoder) {
    if let failure = recordable(failure) {
      encoder.encode(failure)
    } else {
      refuseNamedType(in: &encoder)
      encoder.encode(RecordedError(failure))
    }
  }

  static func read(from decoder: inout RecordDecoder) throws(RecordDecodingError) -> Failure {
    let start = decoder.position
    let failure: any Error =
      if let type = Failure.self as? any (Error & Recordable).Type {
        try read(type, from: &decoder)
      } else {
        try decoder.decode(RecordedError.self)
      }
    guard let failure = failure as? Failure else {
      throw .invalidValue(type: "\(Failure.self)", description: "\(failure)", offset: start)
    }
    return failure
  }

  static func recordChange(
    from old: Failure, to new: Failure, of product: ProductChange, into encoder: inout RecordEncoder
  ) {
    if let new = recordable(new) {
      recordChange(from: old, to: new, of: product, into: &encoder)
    } else {
      refuseNamedType(in: &encoder)
      encoder.field(0, of: product, from: RecordedError(old), to: RecordedError(new))
    }
  }

  // An existential error may be recordable, but a log has only the name of its type.
  private static func recordable(_ failure: Failure) -> (any Recordable)? {
    Failure.self is any Recordable.Type ? failure as? any Recordable : nil
  }

  private static func read<Value: Error & Recordable>(
    _ type: Value.Type, from decoder: inout RecordDecoder
  ) throws(RecordDecodingError) -> any Error {
    try decoder.decode(Value.self)
  }

  private static func recordChange<Value: Recordable>(
    from old: Failure, to new: Value, of product: ProductChange, into encoder: inout RecordEncoder
  ) {
    guard let old = old as? Value else { return }
    encoder.field(0, of: product, from: old, to: new)
  }

  /// Fails for an error of a named type that could not be read.
  private static func refuseNamedType(in encoder: inout RecordEncoder) {
    guard Failure.self != (any Error).self else { return }
    encoder.fail(
      .notEncodable(
        type: recordedName(of: Failure.self),
        description: "it is not recordable: add '@Recordable' to it, or use 'any Error'"))
  }
}
