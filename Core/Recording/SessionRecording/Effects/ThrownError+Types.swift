import Foundation
import RecordCoding
package import SessionModel

/// An error is recorded with its value if its type is recordable, or if the value is only a case
/// without a payload. A replay in an app with the same type can then throw the same error. An
/// effect that catches errors of that type therefore continues as recorded.
extension ThrownError {
  package init(_ error: any Error, coding: CallCoding) {
    // An error that went through a generic function can be an 'any Error' inside of an 'any Error'.
    let error = error as Any as? any Error ?? error
    let value = Self.bytes(of: error, coding)
    // The runtime cannot find private types by their names.
    let name =
      value == nil
      ? nil
      : _mangledTypeName(type(of: error)).flatMap { name in
        Self.errorType(named: name) == nil ? nil : name
      }
    self.init(
      description: RecordedError(error), typeName: name ?? "",
      value: name == nil ? [] : value ?? [])
  }

  private static func bytes<Failure: Error>(
    of error: Failure, _ coding: CallCoding
  ) -> [UInt8]? {
    if let error = error as? any Recordable {
      return coding.bytes { encoder in encoder.encode(error) }
    }
    guard plainValueCount(of: Failure.self) != nil else { return nil }
    return withUnsafeBytes(of: error) { Array($0) }
  }

  /// Creates the error that was thrown. Returns `nil` if the app has a different type of that name,
  /// or none, or if the error has different texts now.
  package func makeError() -> (any Error)? {
    guard let type = Self.errorType(named: typeName) as? any Error.Type, let error = make(type)
    else {
      return nil
    }
    return RecordedError(error) == description ? error : nil
  }

  /// Returns the type with a name from a log, which the runtime would trust.
  private static func errorType(named name: String) -> Any.Type? {
    // Control characters would be addresses. Anonymous contexts, which are addresses too, have '$'.
    guard 1...512 ~= name.utf8.count, name.utf8.allSatisfy({ 0x30...0x7A ~= $0 }) else {
      return nil
    }
    return _typeByName(name)
  }

  private func make<Failure: Error>(_ type: Failure.Type) -> (any Error)? {
    if let type = type as? any (Error & Recordable).Type { return decoded(type) }
    guard let count = Self.plainValueCount(of: type), value.count == MemoryLayout<Failure>.size,
      value.first.map({ $0 < count }) ?? true
    else { return nil }
    return withUnsafeTemporaryAllocation(of: Failure.self, capacity: 1) { memory in
      let bytes = UnsafeMutableRawBufferPointer(memory)
      bytes.copyBytes(from: value)
      return memory[0]
    }
  }

  private func decoded<Failure: Error & Recordable>(_ type: Failure.Type) -> (any Error)? {
    var decoder = RecordDecoder(value)
    guard let error = try? decoder.decode(Failure.self), decoder.isAtEnd else { return nil }
    return error
  }

  /// The number of values of a type that stores at most the number of a case. `nil` for others.
  private static func plainValueCount<Failure: Error>(of type: Failure.Type) -> Int? {
    let stored = StoredTypes(type)
    let count =
      stored.kind == .structure && stored.members?.isEmpty == true
      ? 1 : stored.plainCaseCount
    guard let count, count > 0, MemoryLayout<Failure>.size == (count > 1 ? 1 : 0) else {
      return nil
    }
    return count
  }
}
