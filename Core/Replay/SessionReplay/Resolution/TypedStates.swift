import DependencyInjection
package import RecordCoding
package import RecordedValues
import ReducerRuntime
import SchemaEvolution
package import SessionModel
package import SessionDocument
import SharedState

/// A reader of a log's states as states of an app. It resolves the states of older builds.
///
/// The states lack the parts that only keyframes store, such as edits that can be undone.
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

  /// The header that describes the values that `resolved` returns: the types of this build.
  package var newHeader: SessionHeader { resolution?.header ?? header }

  /// Calls a closure with the state that a recorded value represents.
  ///
  /// The closure runs under dependencies that reach nothing outside the process.
  package func withState<Result>(
    of value: RecordedValue, after step: UInt64, _ body: (State) -> Result
  ) throws(Incompatibility) -> Result {
    let value = try resolved(value, after: step)
    let bytes = newHeader.schema.bytes(of: value, as: newHeader.state)
    let result = DependencyValues.run(under: dependencies) {
      () -> Swift.Result<Result, RecordDecodingError> in
      do throws(RecordDecodingError) {
        let state = try dependencies.sharedReferences.restoring {
          () throws(RecordDecodingError) -> State in
          var decoder = RecordDecoder(bytes)
          // The type is explicit, because an optional state could be decoded as well.
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
  package func states(of reader: SessionReader) throws(Incompatibility) -> TypedStates<State> {
    TypedStates(reader.header, try resolution(of: reader, isReplayed: false))
  }
}
