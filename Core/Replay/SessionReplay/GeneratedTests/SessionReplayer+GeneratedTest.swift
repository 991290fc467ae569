import ActionText
public import Foundation
import RecordCoding
import RecordSchema
import SessionLog
import SessionRecording

/// What a generated test asserts.
///
///     let screens = GeneratedAssertions<CounterFeature.State>.screen { "\($0.count)" }
public enum GeneratedAssertions<State>: Sendable {
  /// How each step changes the state.
  case state
  /// What the app shows after each action of the user, as a function tells it.
  case screen(@Sendable (State) -> String)
}

extension SessionReplayer {
  /// The longest session of which a test is made, in steps.
  public static var mostGeneratedSteps: UInt64 { 2_000 }

  /// Returns the source of a test that does what a log says, and expects what it says.
  ///
  /// It is a file of Swift Testing with one suite and one test, named by `name`. The initial state is
  /// that with which the app begins today; what the log has otherwise, the test sets. A log that no
  /// longer fits the app's types is refused; record it anew with `replay --update`.
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
      upTo: last)
  }

  /// Returns the source of a test that does what an open log says.
  package func generatedTest(
    of reader: SessionReader, named name: String, source: TestSource, initialState: () -> State,
    asserting assertions: GeneratedAssertions<State> = .state, upTo last: UInt64 = .max
  ) throws(GeneratedTestError) -> String {
    try check(reader, upTo: last)
    let session = ReducedSession<State, Action>(
      dependencies: app.listed, assemble: app.assemble, initialState: initialState)
    do throws(SessionReadError) {
      var test = GeneratedTest(
        reader.header, session, named: name, source: source, assertions: assertions)
      return try test.text(of: reader, upTo: last)
    } catch {
      throw .unreadable(error.description)
    }
  }

  /// Throws if no test can be made of a log.
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
    guard reader.header.level == .steps else {
      throw .level(path: path, reader.header.level)
    }
    guard !reader.log.blocks.isEmpty else { throw .noState(path: path) }
    let builder = SchemaBuilder()
    _ = builder.reference(to: State.self)
    if builder.hasSharedValues { throw .sharedState(path: path) }
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
