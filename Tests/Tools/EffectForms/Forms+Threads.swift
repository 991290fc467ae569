import ComposableArchitecture
import Dispatch
import Foundation

/// Effects with work on queues and threads, and waits that no dependency makes.
extension Forms {
  static let threads = [
    Form("queue", queue, .either),
    Form("queueAfter", queueAfter, .either),
    Form("callOnQueue", callOnQueue, .unverified),
    Form("sendAfterQueue", sendAfterQueue, .either),
    Form("callOnThread", callOnThread, .unverified),
    Form("realSleep", realSleep, .either),
    Form("realRace", realRace, .either),
  ]

  func queue() -> EffectOf<Self> {
    .run { send in
      let number = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 5) }
      }
      await send(.got("queue \(number)"))
      await bank.note("queue")
    }
  }

  func queueAfter() -> EffectOf<Self> {
    .run { send in
      let number = await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) {
          continuation.resume(returning: 6)
        }
      }
      await send(.got("after \(number)"))
    }
  }

  func callOnQueue() -> EffectOf<Self> {
    .run { send in
      let number = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: bank.tally(5)) }
      }
      await send(.got("tally \(number)"))
    }
  }

  func sendAfterQueue() -> EffectOf<Self> {
    .run { send in
      let balance = try await bank.balance(1)
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      await bank.note("back")
      await send(.got("\(balance)"))
    }
  }

  func callOnThread() -> EffectOf<Self> {
    .run { send in
      let number = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: bank.tally(6)) }
      }
      await send(.got("tally \(number)"))
    }
  }

  func realSleep() -> EffectOf<Self> {
    .run { send in
      try await Task.sleep(for: .milliseconds(6))
      await send(.got("slept"))
      await bank.note("slept")
    }
  }

  func realRace() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask {
          try? await Task.sleep(for: .milliseconds(5))
          await send(.got("real"))
        }
        group.addTask {
          try? await clock.sleep(for: .milliseconds(2))
          await send(.got("virtual"))
        }
      }
    }
  }
}
