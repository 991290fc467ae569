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
  @preconcurrency @MainActor
  public struct Step {
    enum Work {
      case asynchronous(@MainActor (TestStore) async -> Void)
      case synchronous(@MainActor () throws -> Void, CodeLocation)
      case sequence([Step])
    }

    let work: Work

    /// Creates a step that sends an action, in the same way as `TestStore.send`.
    public static func send(
      _ action: Action,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self(
        work: .asynchronous { _ = await $0.send(action, updateStateToExpectedResult, at: location) }
      )
    }

    /// Creates a step that receives an action, in the same way as `TestStore.receive`.
    public static func receive(
      _ action: Action, timeout: Duration? = nil,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self where Action: Equatable {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self(
        work: .asynchronous {
          await $0.receive(
            ActionExpectation(kind: .action(action)) { $0 == action }, timeout,
            updateStateToExpectedResult, at: location)
        })
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
      return Self(
        work: .asynchronous {
          await $0.receive(
            ActionExpectation(kind: .casePath) { path.extract(from: $0) != nil }, timeout,
            updateStateToExpectedResult, at: location)
        })
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
      return Self(
        work: .asynchronous { store in
          do {
            try await work()
          } catch {
            location.report(StepFailure<State, Action>.closureThrew(error))
          }
          await store.settleEffects()
        })
    }

    /// Creates a step that performs work without suspending between actions.
    public static func `do`(
      _ work: @escaping @MainActor () throws -> Void,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return Self(work: .synchronous(work, location))
    }

    /// Creates a step that runs several steps, for use in several scripts.
    public static func sequence(_ steps: Self...) -> Self {
      sequence(steps)
    }

    /// Creates a step that runs an array of steps.
    public static func sequence(_ steps: [Self]) -> Self {
      Self(work: .sequence(steps))
    }

    fileprivate func perform(_ store: TestStore) async {
      switch work {
      case .asynchronous(let work):
        await work(store)
      case .synchronous(let work, let location):
        location.perform(work)
        await store.settleEffects()
      case .sequence(let steps):
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

extension CodeLocation {
  /// Performs the work of a step, and fails the test if the work throws an error.
  @MainActor
  func perform(_ work: @MainActor () throws -> Void) {
    do {
      try work()
    } catch {
      report(StepFailure<Void, Void>.closureThrew(error))
    }
  }
}
