import ComposableArchitecture
import Dispatch
import Foundation
import SessionRecording
import Stock

/// Watches a folder for files of orders, and records what it does.
///
/// The recorder keeps the last 10,000 steps. Whatever ends the service leaves them in the folder for
/// sessions, where the next run finds them.
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

    // An app uploads these; here the service says what it found, and makes whole what was cut off.
    for session in SessionRecorderOf<Stock>.recoverable(in: sessions) where session.wasCutOff {
      let log = try session.recover()
      say("recovered \(session.stepCount) steps of an earlier run: \(log.lastPathComponent)")
    }

    let recorder = SessionRecorderOf<Stock>(
      app: AppIdentity(name: "StockService", version: "1.0", build: "example"), folder: sessions,
      keeping: .last(steps: 10_000)
    ) { failure in
      say("not recorded: \(failure)")
    }
    let store = Store(initialState: Stock.State(), recorder: recorder) { Stock() }
    let termination = Termination {
      recorder.stop()
      say("stopped after \(store.orderCount) orders")
      exit(0)
    }
    say("watching")
    while true {
      for file in inbox.files() {
        recorder.mark("file \(file.lastPathComponent)")
        store.send(.fileArrived(file.lastPathComponent))
        for order in inbox.orders(in: file) { store.send(.order(order)) }
        store.send(.fileEnded)
        inbox.finish(file)
        say("\(file.lastPathComponent): \(store.orderCount) orders so far")
      }
      try await Task.sleep(for: .milliseconds(20))
      withExtendedLifetime(termination) {}
    }
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The folder in which files of orders arrive.
struct Inbox {
  let folder: URL

  /// The files that are there, the oldest name first; one being written has another suffix.
  func files() -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".orders") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  /// The lines of a file.
  func orders(in file: URL) -> [String] {
    let data = (try? Data(contentsOf: file)) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Takes a file away that has been read.
  func finish(_ file: URL) {
    try? FileManager.default.removeItem(at: file)
  }
}

/// Ends the service in good order when it is asked to.
final class Termination {
  private let source: any DispatchSourceSignal

  init(_ end: @escaping @MainActor () -> Void) {
    signal(SIGTERM, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(end) }
    source.activate()
  }
}
