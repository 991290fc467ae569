#if EarlierTypes
  import Issues
  import TestStores

  // Time in tests without `async`, as before 0.39.

  extension TestScheduler {
    /// Advances the time, and wakes the tasks that sleep until then.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func advance(
      by stride: SchedulerStride = .zero, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      MainActor.assumeIsolated {
        location.wait { await self.clock.advance(by: stride.duration) }
      }
    }

    /// Advances the time until no task sleeps on the scheduler, or fails the test after a timeout.
    @available(*, noasync, message: "Write 'await' at the call.")
    public func run(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      MainActor.assumeIsolated {
        location.wait {
          await self.clock.run(fileID: fileID, filePath: filePath, line: line, column: column)
        }
      }
    }
  }
#endif
