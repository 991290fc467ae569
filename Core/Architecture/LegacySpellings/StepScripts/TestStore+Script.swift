public import CaseKeyPaths
import DependencyInjection
import Issues
import ReducerRuntime
public import TestStores

// Replaced by consecutive calls of `send` and `receive`.

extension TestStore where State: Equatable {
  /// A step of a script for a test store, which sends, receives or performs other work.
  ///
  ///     let increment: TestStoreOf<CounterFeature>.Step = .send(.incrTapped) { $0.count += 1 }
  ///     await testStore.assert(increment, increment, .send(.decrTapped) { $0.count = 1 })
  @MainActor
  public struct Step {
    let perform: @MainActor (TestStore) async -> Void

    /// Creates a step that sends an action, in the same way as `TestStore.send`.
    public static func send(
      _ action: Action,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self { _ = await $0.send(action, updateStateToExpectedResult, at: location) }
    }

    /// Creates a step that receives an action, in the same way as `TestStore.receive`.
    public static func receive(
      _ action: Action, timeout: Duration? = nil,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self where Action: Equatable {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self {
        await $0.receive(
          ActionExpectation(kind: .action(action)) { $0 == action }, timeout,
          updateStateToExpectedResult, at: location)
      }
    }

    /// Creates a step that receives an action of a case, in the same way as `TestStore.receive`.
    public static func receive<Value>(
      _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let path = AnyCasePath(actionCase)
      return Self {
        await $0.receive(
          ActionExpectation(kind: .casePath) { path.extract(from: $0) != nil }, timeout,
          updateStateToExpectedResult, at: location)
      }
    }

    /// Creates a step that performs work between actions, such as advancing a clock.
    ///
    /// If the work throws an error, the test fails at the line of the step.
    public static func `do`(
      _ work: @escaping @MainActor () async throws -> Void,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self { store in
        do {
          try await work()
        } catch {
          location.report(StepFailure<State, Action>.closureThrew(error))
        }
        await store.settleEffects()
      }
    }

    /// Creates a step that runs several steps, for use in several scripts.
    public static func sequence(_ steps: Self...) -> Self {
      sequence(steps)
    }

    /// Creates a step that runs an array of steps.
    public static func sequence(_ steps: [Self]) -> Self {
      Self { store in
        for step in steps { await step.perform(store) }
      }
    }
  }

  /// Runs a script of steps, each of which reports failures at its own line.
  public func assert(_ steps: Step...) async {
    await assert(steps)
  }

  /// Runs a script with an array of steps.
  public func assert(_ steps: [Step]) async {
    for step in steps { await step.perform(self) }
  }
}
