import ComposableArchitecture

/// Effects with a task group.
extension Forms {
  static let groups = [
    Form("group", group),
    Form("groupSends", groupSends),
    Form("throwingGroup", throwingGroup),
    Form("discardingGroup", discardingGroup),
    Form("nestedGroups", nestedGroups),
    Form("race", race),
    Form("timeout", timeout),
    Form("inTime", inTime),
    Form("limitedGroup", limitedGroup),
    Form("canceledGroup", canceledGroup),
    Form("cleanupInGroup", cleanupInGroup),
    Form("equalCalls", equalCalls),
  ]

  func group() -> EffectOf<Self> {
    .run { send in
      let sum = await withTaskGroup(of: Int.self) { group in
        group.addTask { (try? await bank.balance(1)) ?? 0 }
        group.addTask { (try? await bank.balance(2)) ?? 0 }
        return await group.reduce(0, +)
      }
      await send(.got("sum \(sum)"))
    }
  }

  func groupSends() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask {
          let one = try? await bank.balance(3)
          await send(.got("one \(one ?? 0)"))
        }
        group.addTask {
          let two = try? await bank.limit(1)
          await send(.got("two \(two ?? 0)"))
          await bank.note("two")
        }
      }
      await send(.got("both"))
    }
  }

  func throwingGroup() -> EffectOf<Self> {
    .run { send in
      // does not return
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await bank.balance(2) }
        group.addTask { try bank.check(-1) }
        // not reached
        for try await number in group { await send(.got("got \(number)")) }
      }
    } catch: { error, send in
      await send(.got("threw \((error as? Refusal)?.number ?? 0)"))
    }
  }

  func discardingGroup() -> EffectOf<Self> {
    .run { send in
      await withDiscardingTaskGroup { group in
        group.addTask { await bank.note("first") }
        group.addTask { _ = try? await bank.limit(2) }
      }
      await send(.got("discarded"))
    }
  }

  func nestedGroups() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { outer in
        outer.addTask {
          await withTaskGroup { inner in
            inner.addTask { await send(.got("a \((try? await bank.balance(1)) ?? 0)")) }
            inner.addTask { await send(.got("b \((try? await bank.limit(3)) ?? 0)")) }
          }
          await bank.note("inner")
        }
        outer.addTask { await send(.got("c \((try? await backup.balance(2)) ?? 0)")) }
      }
    }
  }

  func race() -> EffectOf<Self> {
    .run { send in
      let winner = await withTaskGroup(of: Int.self) { group in
        group.addTask { (try? await bank.balance(1)) ?? 0 }
        group.addTask { (try? await bank.balance(4)) ?? 0 }
        let first = await group.next() ?? 0
        group.cancelAll()
        return first
      }
      await send(.got("winner \(winner)"))
    }
  }

  func timeout() -> EffectOf<Self> {
    .run { send in
      let balance = await withTaskGroup(of: Int?.self) { group in
        group.addTask { try? await bank.balance(4) }
        group.addTask {
          try? await clock.sleep(for: .milliseconds(2))
          return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
      }
      await send(.got("late: \(balance == nil)"))
    }
  }

  func inTime() -> EffectOf<Self> {
    .run { send in
      let balance = await withTaskGroup(of: Int?.self) { group in
        group.addTask { try? await bank.balance(1) }
        group.addTask {
          try? await clock.sleep(for: .milliseconds(900))
          await bank.note("gave up")
          return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
      }
      await send(.got("late: \(balance == nil)"))
    }
  }

  func limitedGroup() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup(of: Int.self) { group in
        var next = 1
        while next <= 2 {
          let account = next
          group.addTask { (try? await bank.balance(account)) ?? 0 }
          next += 1
        }
        for await number in group {
          await send(.got("\(number)"))
          guard next < 5 else { continue }
          let account = next
          group.addTask { (try? await bank.balance(account)) ?? 0 }
          next += 1
        }
      }
    }
  }

  func canceledGroup() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            // does not return
            try await clock.sleep(for: .seconds(2))
            // not reached
            await send(.got("slept"))
          } catch {
            await bank.note("canceled")
          }
        }
        _ = try? await bank.limit(2)
        group.cancelAll()
      }
      await bank.note("all canceled")
    }
  }

  func cleanupInGroup() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask {
          try? await clock.sleep(for: .seconds(1))
          await bank.note("cleaned up")
        }
        group.addTask { await send(.got("\(bank.tally(1))")) }
        await group.next()
        group.cancelAll()
      }
    }
  }

  func equalCalls() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup(of: Int.self) { group in
        group.addTask { (try? await bank.balance(1)) ?? 0 }
        group.addTask { (try? await bank.balance(1)) ?? 0 }
        for await number in group { await send(.got("equal \(number)")) }
      }
    }
  }
}
