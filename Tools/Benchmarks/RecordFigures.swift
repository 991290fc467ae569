import App
import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionLog
import SessionReplay
import ShoppingList

@MainActor
enum RecordFigures {
  private static let count = 1_000_000

  static func all(in folder: String, isWanted: (String) -> Bool) throws -> [Figure] {
    var figures: [Figure] = []
    if isWanted("record.step") { figures.append(try step(in: folder)) }
    if isWanted("record.step.10000") { figures.append(try largeList(in: folder)) }
    if isWanted("record.ring") { figures += try ring(in: folder) }
    if isWanted("log.bytes") { figures.append(try bytes(in: folder)) }
    return figures
  }

  private static func step(in folder: String) throws -> Figure {
    let actions = StandardSession.actions(count: count)
    let cost = try cost(of: actions, rows: 10, in: folder)
    let json = JSONLines(StandardSession.actions(count: 20_000))
    return Figure(
      "record.step", cost.added, unit: "ns", yardstick: "JSONEncoder of the action",
      yardstickValue: json.encodeTime, budget: "≤ 100 ns")
  }

  private static func largeList(in folder: String) throws -> Figure {
    let rows = 10_000
    let actions = (0..<20_000).map {
      AppFeature.Action.shoppingList(
        .products(.element(id: UUID($0 * 7919 % rows), action: .toggleStatus)))
    }
    let cost = try cost(of: actions, rows: rows, in: folder)
    return Figure(
      "record.step.10000", cost.added, unit: "ns", yardstick: "the step itself",
      yardstickValue: cost.bare, budget: "≤ 5 µs")
  }

  /// Measures what a recorder with a ring adds to a step of a bare store. The thread that sends is
  /// timed at 100,000 steps per second and without a pause. The processor time also includes
  /// compressing and trimming the ring.
  private static func ring(in folder: String) throws -> [Figure] {
    let folder = folder + "/ring"
    let actions = StandardSession.actions(count: count)
    let few = Array(actions.prefix(count / 20))
    var (bare, recorded) = (BestOfRuns(), BestOfRuns(atLeast: 20))
    repeat {
      bare.add(try RingSession.sendTime(few, at: .steady, recordingInto: nil).elapsed)
      recorded.add(try RingSession.sendTime(few, at: .steady, recordingInto: folder).elapsed)
    } while !recorded.isComplete
    var (bareLoop, loop, processor) = (BestOfRuns(), BestOfRuns(atLeast: 12), BestOfRuns())
    repeat {
      bareLoop.add(
        try RingSession.sendTime(actions, at: .unbounded, recordingInto: nil).elapsed)
      let cost = try RingSession.sendTime(actions, at: .unbounded, recordingInto: folder)
      loop.add(cost.elapsed)
      processor.add(cost.processor)
    } while !loop.isComplete
    return [
      Figure(
        "record.ring", recorded.value - bare.value, unit: "ns", yardstick: "the step itself",
        yardstickValue: bare.value, budget: "≤ 100 ns"),
      Figure(
        "record.ring.loop", loop.value - bareLoop.value, unit: "ns", yardstick: "the step itself",
        yardstickValue: bareLoop.value, budget: "none"),
      Figure(
        "record.ring.processor", processor.value, unit: "ns", yardstick: "budget",
        yardstickValue: 10_000, budget: "≤ 10 µs, 100,000 steps/s on a core"),
    ]
  }

  private static func bytes(in folder: String) throws -> Figure {
    let bytes = try RecordedSession.generate(count: count, at: folder + "/bytes.reprise")
    let json = JSONLines(StandardSession.actions(count: count / 10))
    return Figure(
      "log.bytes", Double(bytes) / Double(count), unit: "bytes/step",
      yardstick: "JSON lines through gzip, unverified",
      yardstickValue: try json.compressedLength(in: folder), budget: "≤ 0.7")
  }

  /// Returns the nanoseconds per step in the shell, and what recording adds. Each is the best of
  /// several runs.
  private static func cost(
    of actions: [AppFeature.Action], rows: Int, in folder: String
  ) throws -> (bare: Double, added: Double) {
    var bare = BestOfRuns()
    // A disturbance of either run affects the whole difference, so there are more runs.
    var recorded = BestOfRuns(atLeast: 12)
    repeat {
      bare.add(try ShellSession.sendTime(actions, rows: rows, recordingTo: nil))
      let path = "\(folder)/cost.reprise"
      recorded.add(try ShellSession.sendTime(actions, rows: rows, recordingTo: path))
      try FileManager.default.removeItem(atPath: path)
    } while !recorded.isComplete
    return (bare.value, recorded.value - bare.value)
  }
}
