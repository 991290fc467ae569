import ComposableArchitecture
import Foundation

/// Effects that use two clients of a type, clients of other kinds, and shared values.
extension Forms {
  static let clients = [
    Form("bothBanks", bothBanks),
    Form("bothInGroup", bothInGroup),
    Form("fallback", fallback),
    Form("existential", existential, .unverified),
    Form("actorClient", actorClient, .unverified),
    Form("methods", methods, .unverified),
    Form("dependencyInEffect", dependencyInEffect),
    Form("sharedValue", sharedValue),
    Form("sharedTwice", sharedTwice),
  ]

  func bothBanks() -> EffectOf<Self> {
    .run { send in
      let one = try await bank.balance(1)
      let other = try await backup.balance(1)
      await send(.got("\(one) \(other)"))
      await backup.note("copied")
    }
  }

  func bothInGroup() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup(of: Int.self) { group in
        group.addTask { (try? await bank.balance(2)) ?? 0 }
        group.addTask { (try? await backup.balance(1)) ?? 0 }
        var sum = 0
        for await number in group { sum += number }
        await send(.got("sum \(sum)"))
      }
    }
  }

  func fallback() -> EffectOf<Self> {
    .run { send in
      do {
        // does not return
        _ = try await bank.attempt(1)
      } catch {
        await backup.note("taking over")
        await send(.got(try await backup.attempt(3)))
      }
    }
  }

  func existential() -> EffectOf<Self> {
    .run { send in
      let entry = try await ledger.entry(5)
      await send(.got("entry \(entry)"))
      _ = try await ledger.entry(6)
    }
  }

  func actorClient() -> EffectOf<Self> {
    .run { send in
      let rest = await vault.take(0)
      await send(.got("rest \(rest)"))
      _ = await vault.take(0)
    }
  }

  func methods() -> EffectOf<Self> {
    .run { send in
      let stamp = await clerk.stamp(8)
      await send(.got("stamp \(stamp)"))
      _ = await clerk.stamp(9)
    }
  }

  func dependencyInEffect() -> EffectOf<Self> {
    .run { send in
      @Dependency(\.backup) var other
      let limit = try await other.limit(2)
      await send(.got("limit \(limit)"))
    }
  }

  func sharedValue() -> EffectOf<Self> {
    .run { send in
      @Shared(.inMemory("total")) var total = 0
      $total.withLock { $0 += 3 }
      await send(.got("total \(total)"))
    }
  }

  func sharedTwice() -> EffectOf<Self> {
    .run { send in
      @Shared(.inMemory("count")) var count = 0
      $count.withLock { $0 += 1 }
      _ = try await bank.balance(1)
      $count.withLock { $0 += 2 }
      await send(.got("counted"))
    }
  }
}
