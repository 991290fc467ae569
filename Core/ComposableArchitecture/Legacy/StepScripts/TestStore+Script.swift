public import CaseKeyPaths
import DependencyInjection

// Replaced by calls of `send` and `receive`, one after the other.

extension TestStore where State: Equatable {
  /// A step of a script for a test store: something that is sent, received or done.
  ///
  ///     let increment: TestStoreOf<CounterFeature>.Step = .send(.incrTapped) { $0.count += 1 }
  ///     await testStore.assert(increment, increment, .send(.decrTapped) { $0.count = 1 })
  @MainActor
  public struct Step {
    let perform: @MainActor (TestStore) async -> Void

    /// Sends an action, as `TestStore.send` does.
    public static func send(
      _ action: Action,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self { _ = await $0.send(action, updateStateToExpectedResult, at: location) }
    }

    /// Receives an action, as `TestStore.receive` does.
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

    /// Receives an action of a case, as `TestStore.receive` does.
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

    /// Does something between the actions, such as to advance a clock.
    ///
    /// An error that it throws fails the test at the step's line.
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

    /// Steps as one, to be used in several scripts.
    public static func sequence(_ steps: Self...) -> Self {
      sequence(steps)
    }

    /// Steps as one, made by a program.
    public static func sequence(_ steps: [Self]) -> Self {
      Self { store in
        for step in steps { await step.perform(store) }
      }
    }
  }

  /// Performs a script of steps, each of which reports what is wrong at its own line.
  public func assert(_ steps: Step...) async {
    await assert(steps)
  }

  /// Performs a script of steps that a program made.
  public func assert(_ steps: [Step]) async {
    for step in steps { await step.perform(self) }
  }
}
