import Issues

/// Returns a closure that reports a test failure when called.
///
/// It returns an empty value, such as `""`, `[]`, `0`, `false` or `nil`. A type without such a
/// value needs a placeholder: the call ends the process.
@available(*, deprecated, message: "Give a placeholder, which the closure returns.")
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: location)
    return emptyValue(of: description(), at: location)
  }
}

/// Returns an asynchronous closure that reports a test failure when called.
///
/// It returns an empty value, such as `""`, `[]`, `0`, `false` or `nil`. A type without such a
/// value needs a placeholder: the call ends the process.
@available(*, deprecated, message: "Give a placeholder, which the closure returns.")
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  let closure: @Sendable (repeat each Argument) -> Result = unimplemented(
    description(), fileID: fileID, filePath: filePath, line: line, column: column)
  return closure
}

private func emptyValue<Value>(of name: String, at location: CodeLocation) -> Value {
  if let value = () as? Value { return value }
  if let value = (Value.self as? any EmptyValue.Type)?.emptyValue as? Value { return value }
  fatalError(
    """
    Unimplemented\(name.isEmpty ? "" : ": \(name)"). The type '\(Value.self)' has no empty value \
    that the closure could return. Give a placeholder: 'unimplemented("…", placeholder: …)'.
    """, file: location.filePath, line: location.line)
}

/// A type with a value that stands for nothing.
private protocol EmptyValue {
  static var emptyValue: Self { get }
}

extension Array: EmptyValue { static var emptyValue: Self { [] } }
extension AsyncStream: EmptyValue { static var emptyValue: Self { AsyncStream { $0.finish() } } }
extension AsyncThrowingStream: EmptyValue where Failure == any Error {
  static var emptyValue: Self { AsyncThrowingStream { $0.finish() } }
}
extension Bool: EmptyValue { static var emptyValue: Self { false } }
extension Dictionary: EmptyValue { static var emptyValue: Self { [:] } }
extension Double: EmptyValue { static var emptyValue: Self { 0 } }
extension Float: EmptyValue { static var emptyValue: Self { 0 } }
extension Int: EmptyValue { static var emptyValue: Self { 0 } }
extension Optional: EmptyValue { static var emptyValue: Self { nil } }
extension Set: EmptyValue { static var emptyValue: Self { [] } }
extension String: EmptyValue { static var emptyValue: Self { "" } }
extension Substring: EmptyValue { static var emptyValue: Self { "" } }
extension UInt: EmptyValue { static var emptyValue: Self { 0 } }
