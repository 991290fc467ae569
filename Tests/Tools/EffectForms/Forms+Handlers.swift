import ComposableArchitecture

/// Effects that handle their cancellation.
extension Forms {
  static let handlers = [
    Form.stopped("handled", handled),
    Form.stopped("handledInTask", handledInTask),
    Form.stopped("nestedHandlers", nestedHandlers),
    Form("handlerUnused", handlerUnused),
    Form.stopped("handledChild", handledChild),
    Form.stopped("shielded", shielded),
    Form.stopped("deferred", deferred),
  ]

  func handled() -> EffectOf<Self> {
    .run { send in
      await withTaskCancellationHandler {
        try? await clock.sleep(for: .seconds(5))
      } onCancel: {
        _ = bank.tally(1)
      }
      await bank.note("handled")
    }
    .cancellable(id: "handled")
  }

  func handledInTask() -> EffectOf<Self> {
    .run { send in
      await withTaskCancellationHandler {
        try? await clock.sleep(for: .seconds(5))
      } onCancel: {
        Task { await bank.note("canceled") }
      }
    }
    .cancellable(id: "handledInTask")
  }

  func nestedHandlers() -> EffectOf<Self> {
    .run { send in
      await withTaskCancellationHandler {
        await withTaskCancellationHandler {
          try? await clock.sleep(for: .seconds(5))
        } onCancel: {
          _ = bank.tally(2)
        }
        await bank.note("inner")
      } onCancel: {
        _ = bank.tally(3)
      }
    }
    .cancellable(id: "nestedHandlers")
  }

  func handlerUnused() -> EffectOf<Self> {
    .run { send in
      let balance = await withTaskCancellationHandler {
        try? await bank.balance(1)
      } onCancel: {
      }
      await send(.got("\(balance ?? 0)"))
    }
  }

  func handledChild() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask {
          await withTaskCancellationHandler {
            try? await clock.sleep(for: .seconds(5))
          } onCancel: {
            _ = bank.tally(6)
          }
        }
        group.addTask { try? await clock.sleep(for: .seconds(6)) }
      }
      await backup.note("ended")
    }
    .cancellable(id: "handledChild")
  }

  func shielded() -> EffectOf<Self> {
    .run { send in
      do {
        // does not return
        try await clock.sleep(for: .seconds(5))
      } catch {
        await Task {
          _ = try? await bank.balance(1)
          await bank.note("saved")
        }.value
      }
    }
    .cancellable(id: "shielded")
  }

  func deferred() -> EffectOf<Self> {
    .run { send in
      defer {
        _ = bank.tally(5)
      }
      await send(.got("deferred"))
      // does not return
      try await clock.sleep(for: .seconds(5))
    }
    .cancellable(id: "deferred")
  }
}
