import RecordedValues
public import Foundation
import RecordCoding
import SessionLog
import SessionModel
package import SessionDocument
import SessionRecording
public import SessionReplay

/// The assertions of a generated test.
///
///     let screens = GeneratedAssertions<CounterFeature.State>.screen { "\($0.count)" }
public enum GeneratedAssertions<State>: Sendable {
  /// Asserts how each step changes the state.
  case state
  /// Asserts the text of the screen, as returned by a function, after each step that changes it.
  case screen(@Sendable (State) -> String)
}

extension SessionReplayer {
  /// The maximum number of steps in a session from which a test is generated.
  public static var mostGeneratedSteps: UInt64 { 2_000 }

  /// Returns the source of a test that repeats the steps of a log and expects the recorded results.
  ///
  /// The source is a Swift Testing file with one suite and one test, named by `name`. The test
  /// starts with the app's current initial state and sets the values that differ in the log. Throws
  /// an error if the log no longer fits the app's types; rewrite it with `replay --update`.
  public func generatedTest(
    of log: URL, named name: String, source: TestSource, initialState: () -> State,
    asserting assertions: GeneratedAssertions<State> = .state, upTo last: UInt64 = .max
  ) throws(GeneratedTestError) -> String {
    let reader: SessionReader
    do throws(SessionReadError) {
      reader = try SessionReader(path: log.path)
    } catch {
      throw .unreadable(error.description)
    }
    return try generatedTest(
      of: reader, named: name, source: source, initialState: initialState, asserting: assertions,
      upTo: last
    ).text
  }

  /// Returns the source of a test, and the reason why it does not run effects that the log has.
  package func generatedTest(
    of reader: SessionReader, named name: String, source: TestSource, initialState: () -> State,
    asserting assertions: GeneratedAssertions<State> = .state, upTo last: UInt64 = .max
  ) throws(GeneratedTestError) -> (text: String, obstacle: GeneratedTestObstacle?) {
    try check(reader, upTo: last)
    let session = ReducedSession<State, Action>(
      dependencies: app.listed, assemble: app.assemble, initialState: initialState)
    let effects = runEffects(of: reader, upTo: last)
    do throws(SessionReadError) {
      var test = GeneratedTest(
        reader.header, session, named: name, source: source, assertions: assertions,
        effects: effects)
      let text = try test.text(of: reader, upTo: last)
      guard case .failure(let obstacle) = effects, obstacle != .noCalls else { return (text, nil) }
      return (text, obstacle)
    } catch {
      throw .unreadable(error.description)
    }
  }

  /// Returns the effects of a log as statements, or the reason why a test cannot run them.
  private func runEffects(
    of reader: SessionReader, upTo last: UInt64
  ) -> Result<GeneratedEffects, GeneratedTestObstacle> {
    // Effects may change shared values between steps, which statements of effects don't express.
    if reader.header.sharesValues { return .failure(.sharedState) }
    let endpoints = CallableEndpoints.declared(by: app.assemble)
    do throws(GeneratedTestObstacle) {
      return .success(
        try GeneratedEffects(
          reader, upTo: last, endpoints, header: header(of: endpoints)))
    } catch {
      return .failure(error)
    }
  }

  private func check(_ reader: SessionReader, upTo last: UInt64) throws(GeneratedTestError) {
    let path = reader.log.path
    if case .damaged(let damage) = reader.log.state {
      throw .unreadable(LogReaderError.damaged(path: path, damage: damage).description)
    }
    let fit: SchemaFit?
    do throws(Incompatibility) {
      fit = try self.fit(of: reader)
    } catch {
      throw .incompatible("'\(path)': \(error)")
    }
    if fit != nil { throw .otherTypes(path: path) }
    guard reader.header.level != .actions else {
      throw .level(path: path, reader.header.level)
    }
    guard !reader.log.blocks.isEmpty else { throw .noState(path: path) }
    if let gap = reader.log.gaps.first, gap.first <= last {
      throw .gap(path: path, first: gap.first, last: gap.last)
    }
    if let first = reader.log.blocks.first(where: { $0.stepCount > 0 })?.firstStep, first > 1 {
      throw .laterStart(path: path, firstStep: first)
    }
    guard min(last, reader.log.stepCount) <= Self.mostGeneratedSteps else {
      throw .tooLong(path: path, steps: reader.log.stepCount, limit: Self.mostGeneratedSteps)
    }
  }
}
