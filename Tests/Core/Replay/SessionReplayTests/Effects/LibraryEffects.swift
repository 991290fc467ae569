import ComposableArchitecture
import DependencyInjection
import Dispatch
import Foundation

/// A difference between a build of the library and the recording build.
enum Change: CaseIterable {
  case actionTwice, additionalCall, callLeftOut, concurrent, droppedCancellable, earlyEnd
  case endlessWork
  case forgottenError, ignoredCancellation, keepsInFlight, merged, otherArgument, otherEndpoint
  case otherSecond
  case otherKey, otherPayload, otherPayloads, otherSleep, otherText, retriedTwice, saveBeforeWait
  case sentAfterCancellation
  case stoppedStream, swappedArguments, swappedCalls, swappedReads, uncountedElement, unrecordedWait
}

/// The work of the library's effects.
struct LibraryEffects: Sendable {
  let change: Change?
  let library: LibraryClient
  let stall: Gate?

  func perform(_ action: Library.Action, _ send: Send<Library.Action>) async {
    switch action {
    case .find(let number): await find(number, send)
    case .copy(let name): await copy(name, send)
    case .lend(let number): await lend(number, send)
    case .visit(let name): await visit(name, send)
    case .measure(let name): await measure(name, send)
    case .watch(let count):
      for await number in library.updates(count) {
        await send(.number(number))
        if change == .stoppedStream { break }
      }
    case .tally(let count): await tally(count, send)
    case .peek(let count):
      for await number in library.updates(count) { return await send(.number(number)) }
    case .read(let name): await read(name, send)
    case .search(let text): await search(text, send)
    case .borrow(let name): await borrow(name, send)
    case .both(let one, let other): await both(one, other, send)
    case .race(let count): await race(count, send)
    case .late(let one, let other):
      async let number = library.find(one)
      await stall?.pass("stall")
      await send(.number(library.find(other)))
      await send(.number(number))
    case .each(let one, let other): await each(one, other, send)
    case .tick:
      @Dependency(\.continuousClock) var clock
      for await _ in clock.timer(interval: .seconds(1)) { await send(.text("tick")) }
    case .loadInTime(let name): await loadInTime(name, send)
    case .stamp: await stamp(send)
    case .keep(let text): await keep(text, send)
    case .restore: await restore(send)
    case .cover(let name): await send(.text(library.cover(name).name))
    case .elsewhere(let name): await send(.number(Elsewhere().count(name, library)))
    case .guess(let number):
      @Dependency(\.guess) var guess
      await send(.number(guess.number(number)))
    case .thread(let name): await thread(name, send)
    default: break
    }
  }

  private func find(_ number: Int, _ send: Send<Library.Action>) async {
    let argument = change == .otherArgument ? number + 1 : number
    let found =
      change == .otherEndpoint
      ? (try? await library.lend(argument)) ?? 0 : await library.find(argument)
    if change == .unrecordedWait { await Gate().pass("never") }
    while change == .endlessWork, !Task.isCancelled { await Task.yield() }
    await send(.number(change == .otherPayload ? found + 1 : found))
    if change == .actionTwice { await send(.number(found)) }
    if change == .additionalCall { _ = library.count("more") }
  }

  private func copy(_ name: String, _ send: Send<Library.Action>) async {
    for attempt in 1...(change == .retriedTwice ? 3 : 2) {
      do {
        if change == .saveBeforeWait { try await library.save("", "copy") }
        let text = try await library.load(name)
        if change == .earlyEnd { return }
        let arguments = change == .swappedArguments ? ("copy", text) : (text, "copy")
        if change != .callLeftOut { try await library.save(arguments.0, arguments.1) }
        return await send(.text(text))
      } catch  where attempt == (change == .retriedTwice ? 3 : 2) {
        if change != .forgottenError { await send(.failed("\(error)")) }
      } catch {}
    }
  }

  private func lend(_ number: Int, _ send: Send<Library.Action>) async {
    do throws(LibraryClient.Refusal) {
      await send(.number(try await library.lend(number)))
    } catch {
      await send(.failed("refused \(error.number)"))
    }
  }

  private func visit(_ name: String, _ send: Send<Library.Action>) async {
    do {
      await send(.text(try await library.load(name)))
    } catch let refusal as LibraryClient.Refusal {
      await send(.number(refusal.number))
    } catch LibraryClient.Closed.night {
      await send(.failed("come back tomorrow"))
    } catch {
      await send(.failed("\(error)"))
    }
  }

  private func measure(_ name: String, _ send: Send<Library.Action>) async {
    await send(.text(change == .otherText ? "other" : name))
    do throws(LibraryClient.Refusal) {
      if change == .swappedCalls {
        let number = try library.check(name.count)
        return await send(.number(number + library.count(name)))
      }
      let count = library.count(name)
      await send(.number(try library.check(count)))
    } catch {
      await send(.failed("refused \(error.number)"))
    }
  }

  private func tally(_ count: Int, _ send: Send<Library.Action>) async {
    var left = change == .uncountedElement ? 2 : Int.max
    for await _ in library.updates(count) {
      left -= 1
      if left == 0 { break }
    }
    await send(.text("done"))
  }

  private func read(_ name: String, _ send: Send<Library.Action>) async {
    do {
      for try await page in library.pages(name) { await send(.text(page)) }
    } catch {
      await send(.failed("\(error)"))
    }
  }

  private func search(_ text: String, _ send: Send<Library.Action>) async {
    @Dependency(\.continuousClock) var clock
    do {
      try await clock.sleep(for: .milliseconds(change == .otherSleep ? 500 : 300))
      await send(.text(try await library.load(text)))
    } catch is CancellationError {
    } catch {
      await send(.failed("\(error)"))
    }
  }

  private func borrow(_ name: String, _ send: Send<Library.Action>) async {
    do {
      await send(.text(try await library.load(name)))
    } catch {
      if change == .ignoredCancellation { _ = await library.find(1) }
      if change == .sentAfterCancellation { await send(.failed("canceled")) }
    }
  }

  private func both(_ one: Int, _ other: Int, _ send: Send<Library.Action>) async {
    await withTaskGroup(of: Int.self) { group in
      for number in [one, other] {
        group.addTask { await library.find(number) }
      }
      for await number in group {
        await send(.number(change == .otherPayloads ? number + 1 : number))
      }
    }
  }

  private func race(_ count: Int, _ send: Send<Library.Action>) async {
    await withTaskGroup { group in
      for number in 1...count {
        group.addTask {
          let found = library.count(String(number))
          await send(.number(library.find(found + number)))
        }
      }
    }
  }

  private func each(_ one: Int, _ other: Int, _ send: Send<Library.Action>) async {
    if change == .concurrent { return await both(one, other, send) }
    for number in [one, other] { await send(.number(library.find(number))) }
  }

  private func loadInTime(_ name: String, _ send: Send<Library.Action>) async {
    @Dependency(\.continuousClock) var clock
    let text = await withTaskGroup(of: String?.self) { group in
      group.addTask { try? await library.load(name) }
      group.addTask { [clock] in
        try? await clock.sleep(for: .seconds(1))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    await send(.text(text ?? "too late"))
  }

  private func stamp(_ send: Send<Library.Action>) async {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    let id = change == .swappedReads ? nil : uuid()
    let now = date.now.timeIntervalSinceReferenceDate
    let dice = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    await send(.text("\(id ?? uuid()) \(Int(now)) \(dice)"))
    await send(.text("\(uuid())"))
  }

  private func keep(_ text: String, _ send: Send<Library.Action>) async {
    @Dependency(\.dataStorage) var storage
    try? await storage.save(Data(text.utf8), change == .otherKey ? "other" : "text")
  }

  private func restore(_ send: Send<Library.Action>) async {
    @Dependency(\.dataStorage) var storage
    let data = (try? await storage.load("text")) ?? Data()
    await send(.text(String(decoding: data, as: UTF8.self)))
  }

  private func thread(_ name: String, _ send: Send<Library.Action>) async {
    let number = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: library.count(name)) }
    }
    await send(.number(number))
  }
}

/// An actor whose code runs on a queue of its own.
private actor Elsewhere {
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func count(_ name: String, _ library: LibraryClient) async -> Int {
    await library.find(library.count(name))
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "elsewhere")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
