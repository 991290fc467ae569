import ComposableArchitecture
import DependencyInjection
package import RecordCoding
package import RecordSchema
import SharedState

/// Reads the recorded states of a log as states of an app; those of an older build are resolved.
///
/// What only keyframes hold, such as the edits that can be undone, is not in them.
package struct TypedStates<State: Recordable> {
  private let header: SessionHeader
  private let resolution: SessionResolution?
  private let dependencies: DependencyValues

  fileprivate init(_ header: SessionHeader, _ resolution: SessionResolution?) {
    self.header = header
    self.resolution = resolution
    dependencies = withDependencies {
      $0.makeDeterministic()
      $0.detachSharedValues()
    } operation: {
      DependencyValues.current
    }
  }

  /// The types of the values that `value(of:)` and `resolved` give: those of this build.
  package var newHeader: SessionHeader { resolution?.header ?? header }

  /// Calls a function with the state that a value after a step is, under dependencies that reach
  /// nothing outside.
  package func withState<Result>(
    of value: RecordedValue, after step: UInt64, _ body: (State) -> Result
  ) throws(Incompatibility) -> Result {
    let value = try resolved(value, after: step)
    var encoder = RecordEncoder()
    encoder.encode(value, as: newHeader.state, in: newHeader.schema)
    let bytes = encoder.bytes
    let result = DependencyValues.run(under: dependencies) {
      () -> Swift.Result<Result, RecordDecodingError> in
      do throws(RecordDecodingError) {
        let state = try dependencies.sharedReferences.restoring {
          () throws(RecordDecodingError) -> State in
          var decoder = RecordDecoder(bytes)
          // Its type is said, because an optional state could be read as well.
          return try decoder.decode(State.self)
        }
        return .success(body(state))
      } catch {
        return .failure(error)
      }
    }
    do throws(RecordDecodingError) {
      return try result.get()
    } catch {
      throw .state(step: step, .conversion(error))
    }
  }

  /// The value of a state after a step, as this build would record it.
  package func resolved(
    _ value: RecordedValue, after step: UInt64
  ) throws(Incompatibility) -> RecordedValue {
    guard let resolution else { return value }
    do throws(ResolutionError) {
      return try resolution.state.resolve(value)
    } catch {
      throw .state(step: step, error)
    }
  }
}

extension SessionReplayer {
  /// Prepares to read the states of a log of this app.
  package func states(of reader: SessionReader) throws(Incompatibility) -> TypedStates<State> {
    TypedStates(reader.header, try resolution(of: reader, isReplayed: false))
  }
}
