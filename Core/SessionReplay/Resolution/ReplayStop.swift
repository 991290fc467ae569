import RecordCoding

/// Why a replay could not go on.
enum ReplayStop: Error {
  /// The log is not whole.
  case unreadable(SessionReadError)
  /// A value of the log cannot be one of today's types.
  case incompatible(Incompatibility)

  static func unreadable<Value>(
    _ body: () throws(SessionReadError) -> Value
  ) throws(ReplayStop) -> Value {
    do throws(SessionReadError) {
      return try body()
    } catch {
      throw .unreadable(error)
    }
  }

  static func incompatible<Value>(
    _ body: () throws(Incompatibility) -> Value
  ) throws(ReplayStop) -> Value {
    do throws(Incompatibility) {
      return try body()
    } catch {
      throw .incompatible(error)
    }
  }
}
