import ComposableArchitecture

/// Effects that are canceled, or that cancel.
extension Forms {
  static let cancellations = [
    Form.repeated("latest", latest),
    Form.repeated("debounced", debounced),
    Form.repeated("parallel", parallel),
    Form.stopped("waiting", waiting),
    Form.stopped("polling", polling),
    Form("cancelsItself", cancelsItself),
    Form("cancelsOther", cancelsOther),
    Form("cancelsByAction", cancelsByAction),
    Form("scope", scope),
    Form("childScope", childScope),
    Form("taskCanceled", taskCanceled),
    Form.stopped("ignoring", ignoring),
  ]

  func latest() -> EffectOf<Self> {
    .run { send in
      let balance = try await bank.balance(4)
      await send(.got("latest \(balance)"))
    }
    .cancellable(id: "latest", cancelInFlight: true)
  }

  func debounced() -> EffectOf<Self> {
    .run { send in
      try await withTaskCancellation(id: "debounce", cancelInFlight: true) {
        try await clock.sleep(for: .milliseconds(9))
        await send(.got("\(try await bank.limit(2))"))
      }
    }
  }

  func parallel() -> EffectOf<Self> {
    .run { send in
      let balance = try await bank.balance(1)
      await send(.got("parallel \(balance)"))
    }
    .cancellable(id: "parallel", cancelInFlight: false)
  }

  func waiting() -> EffectOf<Self> {
    .run { send in
      // does not return
      do {
        await send(.got("waiting"))
        // does not return
        try await clock.sleep(for: .seconds(9))
      } catch {
        await bank.note("clean up")
        throw error
      }
    }
    .cancellable(id: "waiting")
  }

  func polling() -> EffectOf<Self> {
    .run { send in
      var number = 0
      // does not return
      while !Task.isCancelled {
        number += 1
        let balance = try await bank.balance(number)
        await send(.got("poll \(balance)"))
        try await clock.sleep(for: .milliseconds(4))
      }
    }
    .cancellable(id: "polling", cancelInFlight: true)
  }

  func cancelsItself() -> EffectOf<Self> {
    .run { send in
      await send(.got("before"))
      Task.cancel(id: "cancelsItself")
      do {
        // does not return
        try await clock.sleep(for: .milliseconds(10))
        // not reached
        await send(.got("slept"))
      } catch {
        await bank.note("canceled")
      }
    }
    .cancellable(id: "cancelsItself")
  }

  func cancelsOther() -> EffectOf<Self> {
    .merge(
      .run { send in
        do {
          // does not return
          try await clock.sleep(for: .milliseconds(40))
          // not reached
          await bank.note("slept")
        } catch {
          await bank.note("canceled")
        }
      }
      .cancellable(id: "other"),
      .run { send in
        _ = try await bank.balance(1)
        Task.cancel(id: "other")
        await send(.got("canceled"))
      })
  }

  func cancelsByAction() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask {
          do {
            // does not return
            try await clock.sleep(for: .milliseconds(40))
            // not reached
            await bank.note("slept")
          } catch {
            await bank.note("canceled")
          }
        }
        group.addTask {
          _ = try? await bank.balance(1)
          // does not return
          await send(.stop("cancelsByAction"))
        }
      }
    }
    .cancellable(id: "cancelsByAction")
  }

  func scope() -> EffectOf<Self> {
    .run { send in
      // does not return
      try await withTaskCancellation(id: "scope") {
        _ = try await bank.balance(1)
        Task.cancel(id: "scope")
        // does not return
        try await clock.sleep(for: .milliseconds(12))
        // not reached
        await bank.note("not canceled")
      }
    } catch: { error, send in
      // not reached
      await send(.got("caught \(error)"))
    }
  }

  func childScope() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await withTaskCancellation(id: "child") {
            // does not return
            try await clock.sleep(for: .milliseconds(30))
            // not reached
            await bank.note("child slept")
          }
          await send(.got("child ended"))
        }
        _ = try? await bank.balance(1)
        Task.cancel(id: "child")
      }
    }
  }

  func taskCanceled() -> EffectOf<Self> {
    .run { send in
      let task = Task {
        // does not return
        try await clock.sleep(for: .milliseconds(30))
        // not reached
        await bank.note("task slept")
      }
      _ = try await bank.balance(1)
      task.cancel()
      let result = await task.result
      if case .failure = result { await send(.got("task canceled")) }
    }
  }

  func ignoring() -> EffectOf<Self> {
    .run { send in
      try? await clock.sleep(for: .seconds(8))
      await bank.note("after the cancellation")
      let tally = bank.tally(4)
      await bank.note("tally \(tally)")
    }
    .cancellable(id: "ignoring")
  }
}
