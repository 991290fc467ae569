import DependencyInjection
import Foundation
import Observation
import SharedState
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("Shared values and threads", .timeLimit(.minutes(5)))
struct SharedThreadTests {
  @Test("The latest value is saved last if a second thread changes it during a save")
  func saveOrder() {
    let saved = LockIsolated<[Int]>([])
    let onSave = LockIsolated<@Sendable (Int) -> Void>({ _ in })
    @Shared(HookedKey { onSave.value($0) }) var number = 0
    let shared = $number
    onSave.setValue { value in
      if value == 1 {
        let isChanged = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          shared.withLock { $0 = 2 }
          isChanged.signal()
        }
        isChanged.wait()
      }
      saved.withValue { $0.append(value) }
    }
    $number.withLock { $0 = 1 }
    #expect(saved.value == [1, 2])
  }

  @Test("A change during a save is saved afterwards")
  func changeWithinSave() {
    let saved = LockIsolated<[Int]>([])
    let onSave = LockIsolated<@Sendable (Int) -> Void>({ _ in })
    @Shared(HookedKey { onSave.value($0) }) var number = 0
    let shared = $number
    onSave.setValue { value in
      if value == 1 { shared.withLock { $0 = 2 } }
      saved.withValue { $0.append(value) }
    }
    $number.withLock { $0 = 1 }
    #expect(saved.value == [1, 2])
  }

  @Test("A second thread for which an observer waits reads the new value")
  func observerWaits() {
    let number = Shared(value: 1)
    let read = LockIsolated<Int?>(nil)
    withObservationTracking {
      _ = number.wrappedValue
    } onChange: {
      let isRead = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let value = number.wrappedValue
        read.withValue { $0 = $0 ?? value }
        isRead.signal()
      }
      // The timeout is reached only in a deadlock.
      if isRead.wait(timeout: .now() + 10) == .timedOut { read.setValue(-1) }
    }
    number.withLock { $0 = 2 }
    #expect(read.value == 2)
  }

  @Test("Exiting on the writing queue still writes the pending files")
  func exitOnQueue() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Handlers run in reverse order, so this one runs after the file storage's.
      atexit {
        let isWritten = FileManager.default.fileExists(atPath: ExitFiles.path("later"))
        try? FileManager.default.removeItem(atPath: ExitFiles.folder)
        _exit(isWritten ? 7 : 8)
      }
      let storage = FileStorage.fileSystem
      let areGiven = DispatchSemaphore(value: 0)
      storage.write(URL(filePath: ExitFiles.path("first"))) {
        areGiven.wait()
        return Data()
      } _: { _ in
        exit(9)
      }
      storage.write(URL(filePath: ExitFiles.path("later")), { Data() }, { _ in })
      areGiven.signal()
      while true { pause() }
    }
  }
}

/// The files of the exiting process.
private enum ExitFiles {
  static let folder = "\(FileManager.default.temporaryDirectory.path)/reprise-exit-\(getpid())"

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// A key that calls a function with each saved value.
private struct HookedKey: SharedKey {
  let id = UUID()
  let onSave: @Sendable (Int) -> Void

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resumeReturningInitialValue()
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    SharedSubscription()
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    onSave(value)
    continuation.resume()
  }
}
