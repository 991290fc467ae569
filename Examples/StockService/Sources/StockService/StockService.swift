import ComposableArchitecture
import Foundation
import SessionRecording
import Stock
import Synchronization

/// Watches a folder for files of orders, and records its session.
///
/// The recorder keeps the last 10,000 steps. They remain in the folder for sessions, however the
/// service ends. The next run finds them there.
@main
struct StockService {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      FileHandle.standardError.write(Data("usage: StockService INBOX SESSIONS\n".utf8))
      exit(2)
    }
    let inbox = Inbox(folder: URL(fileURLWithPath: arguments[1]))
    let sessions = URL(fileURLWithPath: arguments[2])

    // An app uploads these. The service prints what it found, and completes unfinished sessions.
    for session in SessionRecorderOf<Stock>.recoverable(in: sessions) where session.wasCutOff {
      let log = try session.recover()
      printLine("recovered \(session.stepCount) steps of an earlier run: \(log.lastPathComponent)")
    }

    let recorder = SessionRecorderOf<Stock>(
      app: AppIdentity(name: "StockService", version: "1.0", build: "example"), folder: sessions,
      keeping: .last(steps: 10_000)
    ) { failure in
      printLine("not recorded: \(failure)")
    }
    let store = Store(initialState: Stock.State(), recorder: recorder) { Stock() }
    stopOnTerminationSignal()
    printLine("watching")
    while !shouldStop.load(ordering: .relaxed) {
      for file in inbox.files() {
        recorder.mark("file \(file.lastPathComponent)")
        store.send(.fileArrived(file.lastPathComponent))
        for order in inbox.orders(in: file) { store.send(.order(order)) }
        store.send(.fileEnded)
        inbox.finish(file)
        printLine("\(file.lastPathComponent): \(store.orderCount) orders so far")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    recorder.stop()
    printLine("stopped after \(store.orderCount) orders")
  }
}

/// Prints a line immediately, even to a pipe.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The folder in which files of orders arrive.
struct Inbox {
  let folder: URL

  /// Returns the available files, sorted by name. A file that is still being written has a
  /// different suffix.
  func files() -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".orders") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  /// Returns the lines of a file.
  func orders(in file: URL) -> [String] {
    let data = (try? Data(contentsOf: file)) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Removes a file that has been processed.
  func finish(_ file: URL) {
    try? FileManager.default.removeItem(at: file)
  }
}

/// Whether the service should stop.
private let shouldStop = Atomic(false)

/// Stops the service cleanly when it receives SIGTERM.
private func stopOnTerminationSignal() {
  // The first access initializes the flag before the signal handler can use it.
  shouldStop.store(false, ordering: .relaxed)
  signal(SIGTERM) { _ in shouldStop.store(true, ordering: .relaxed) }
}
