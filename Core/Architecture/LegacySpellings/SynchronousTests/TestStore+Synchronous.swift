#if EarlierTypes
  public import CaseKeyPaths
  import Issues
  import ReducerRuntime
  public import TestStores

  // The assertions of tests without `async`, as before 0.39. Effects run while an assertion waits.

  extension EnvironmentTestStore {
    /// Sends an action as a user would, and asserts how the state changes.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func send(
      _ action: Action,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      location.wait { _ = await self.send(action, updateStateToExpectedResult, at: location) }
    }

    /// Asserts that an effect sends an action next, and how the action changes the state.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func receive(
      _ expectedAction: Action,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) where Action: Equatable {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let expectation = ActionExpectation(kind: .action(expectedAction)) { $0 == expectedAction }
      location.wait {
        await self.receive(expectation, nil, updateStateToExpectedResult, at: location)
      }
    }

    /// Asserts that an effect sends an action of a case next, and how the state changes.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func receive<Value>(
      _ actionCase: AnyCasePath<Action, Value>,
      assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      let expectation = ActionExpectation<Action>(kind: .casePath) {
        actionCase.extract(from: $0) != nil
      }
      location.wait {
        await self.receive(expectation, nil, updateStateToExpectedResult, at: location)
      }
    }
  }

  extension EnvironmentTestStore {
    /// Runs a script of steps, each of which reports failures at its own line.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func assert(
      _ steps: Step..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) {
      assert(steps, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Runs a script with an array of steps.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func assert(
      _ steps: [Step], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      for step in steps {
        switch step.work {
        case .asynchronous(let work):
          location.wait { await work(self) }
        case .synchronous(let work, let location):
          location.perform(work)
          location.wait { await self.settleEffects() }
        case .sequence(let steps):
          assert(steps, fileID: fileID, filePath: filePath, line: line, column: column)
        }
      }
    }
  }
#endif
