import ComposableArchitecture

/// Effects with tasks that are not children.
extension Forms {
  static let tasks = [
    Form("task", task),
    Form.outlived("lateSend", lateSend, .either),
    Form.outlived("lateCalls", lateCalls),
    Form("awaitedTask", awaitedTask),
    Form("twoTasks", twoTasks),
    Form("detached", detached, .either),
    Form("awaitedDetached", awaitedDetached, .either),
    Form("taskInGroup", taskInGroup),
    Form("chain", chain),
    Form("yields", yields),
  ]

  func task() -> EffectOf<Self> {
    .run { send in
      Task { await send(.got("from a task")) }
      await bank.note("started")
    }
  }

  func lateSend() -> EffectOf<Self> {
    .run { send in
      Task {
        try await clock.sleep(for: .milliseconds(5))
        await send(.got("late"))
      }
      await send(.got("early"))
    }
  }

  func lateCalls() -> EffectOf<Self> {
    .run { send in
      Task {
        let balance = try await bank.balance(1)
        await bank.note("late \(balance)")
        _ = try await bank.limit(2)
      }
    }
  }

  func awaitedTask() -> EffectOf<Self> {
    .run { send in
      let task = Task { try await bank.balance(3) }
      await send(.got("started"))
      let balance = try await task.value
      await send(.got("\(balance)"))
    }
  }

  func twoTasks() -> EffectOf<Self> {
    .run { send in
      let one = Task { try await bank.balance(1) }
      let other = Task { try await bank.limit(1) }
      let sum = try await one.value + other.value
      await send(.got("sum \(sum)"))
    }
  }

  func detached() -> EffectOf<Self> {
    .run { send in
      Task.detached {
        let balance = try await bank.balance(1)
        await send(.got("detached \(balance)"))
      }
      await bank.note("started")
    }
  }

  func awaitedDetached() -> EffectOf<Self> {
    .run { send in
      let balance = try await Task.detached { try await bank.balance(2) }.value
      await send(.got("\(balance)"))
      await bank.note("ended")
    }
  }

  func taskInGroup() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask {
          let task = Task { (try? await bank.balance(1)) ?? 0 }
          await send(.got("in a group \(await task.value)"))
        }
        group.addTask { await bank.note("beside") }
      }
    }
  }

  func chain() -> EffectOf<Self> {
    .run { send in
      let first = Task { try await bank.balance(1) }
      let second = Task { try await bank.limit(first.value) }
      let third = Task { try await bank.balance(second.value) }
      await send(.got("\(try await third.value)"))
    }
  }

  func yields() -> EffectOf<Self> {
    .run { send in
      for _ in 0..<50 { await Task.yield() }
      await send(.got("yielded"))
      _ = bank.tally(9)
    }
  }
}
