import ComposableArchitecture
import Foundation
import SessionRecording
import Stock

/// Measures what a recorder with a ring of 10,000 steps adds to a step of the service.
///
///     swift run --configuration release StockBenchmark
///
/// The service receives 100,000 orders per second, in bursts of a hundred per millisecond, and then
/// as many as it can process. Runs with and without a recorder alternate, and the best run of each
/// kind counts, because disturbances can only make a run slower. Only the calls of `send` are
/// timed. The exit code is 1 if the recorder takes longer than the steps themselves.
@main
struct StockBenchmark {
  @MainActor
  static func main() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "stock-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let orders = Orders(count: 50_000)
    var exceedsBudget = false
    print("| figure | value | yardstick | ratio | budget |")
    print("|---|---|---|---|---|")
    for pace in Pace.allCases {
      var (bare, recorded) = (Double.infinity, Double.infinity)
      for _ in 0..<pace.runCount {
        bare = min(bare, try orders.timeToSend(at: pace, recordingInto: nil))
        recorded = min(recorded, try orders.timeToSend(at: pace, recordingInto: folder))
      }
      let ratio = recorded / bare - 1
      print(
        String(
          format: "| `%@` | %.0f ns | %.0f, the step itself | %.2f | ≤ 1 × |", pace.figure,
          recorded - bare, bare, ratio))
      exceedsBudget = exceedsBudget || ratio > 1
    }
    if exceedsBudget { exit(1) }
  }
}

/// The rate at which orders arrive.
enum Pace: CaseIterable {
  /// 100,000 orders per second, in bursts of a hundred.
  case steady
  /// Consecutive orders without a pause.
  case unbounded

  var figure: String { self == .steady ? "record.service" : "record.service.loop" }

  /// The number of runs of each kind.
  var runCount: Int { 20 }
}

/// A fixed sequence of orders.
struct Orders {
  private static let burst = 100
  private static let interval: UInt64 = 1_000_000
  private let actions: [Stock.Action]

  /// Creates `count` orders, the same in each run.
  init(count: Int) {
    let articles = ["apples", "pears", "plums", "nuts", "figs"]
    actions = (0..<count).map { number in
      let change = number * 7 % 9 + 1
      return .order("\(articles[number * 13 % 5]) \(number.isMultiple(of: 2) ? "+" : "-")\(change)")
    }
  }

  /// Returns the nanoseconds per order, with recording if a folder is given.
  @MainActor
  func timeToSend(at pace: Pace, recordingInto folder: URL?) throws -> Double {
    let recorder = folder.map { folder in
      SessionRecorderOf<Stock>(
        app: AppIdentity(name: "StockBenchmark", version: "1.0", build: "example"), folder: folder,
        keeping: .last(steps: 10_000)
      ) { failure in
        fatalError("\(failure)")
      }
    }
    let store =
      recorder.map { Store(initialState: Stock.State(), recorder: $0) { Stock() } }
      ?? Store(initialState: Stock.State()) { Stock() }
    var elapsed: UInt64 = 0
    var next = uptime()
    for start in stride(from: 0, to: actions.count, by: Self.burst) {
      let burst = actions[start..<min(start + Self.burst, actions.count)]
      if pace == .steady { wait(until: next) }
      next += Self.interval
      let begin = uptime()
      for action in burst { store.send(action) }
      elapsed += uptime() - begin
    }
    guard store.orderCount == actions.count else { fatalError("orders were not understood") }
    if let log = recorder?.stop() { try FileManager.default.removeItem(at: log) }
    return Double(elapsed) / Double(actions.count)
  }

  /// Waits for the next burst without yielding the processor, which would then run the burst more
  /// slowly.
  private func wait(until time: UInt64) {
    while uptime() < time {}
  }

  private func uptime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
