import App
import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionLog
import SessionReplay
import ShoppingList

/// What recording costs.
@MainActor
enum RecordFigures {
  private static let count = 1_000_000

  /// The figures whose names are wanted.
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

  /// What the recorder of an app adds to the step of a bare store: to the thread that sends, at
  /// 100,000 steps a second and without a pause, and to the processor in all, with what compresses and
  /// cuts the ring meanwhile.
  private static func ring(in folder: String) throws -> [Figure] {
    let folder = folder + "/ring"
    let actions = StandardSession.actions(count: count)
    let few = Array(actions.prefix(count / 20))
    var (bare, recorded) = (BestOfRuns(), BestOfRuns(atLeast: 20))
    repeat {
      bare.add(try RingSession.sendTime(few, at: .steady, recordingInto: nil).elapsed)
      recorded.add(try RingSession.sendTime(few, at: .steady, recordingInto: folder).elapsed)
    } while !recorded.areEnough
    var (bareLoop, loop, processor) = (BestOfRuns(), BestOfRuns(atLeast: 12), BestOfRuns())
    repeat {
      bareLoop.add(
        try RingSession.sendTime(actions, at: .unbounded, recordingInto: nil).elapsed)
      let cost = try RingSession.sendTime(actions, at: .unbounded, recordingInto: folder)
      loop.add(cost.elapsed)
      processor.add(cost.processor)
    } while !loop.areEnough
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

  /// What a step costs in the shell, and what recording adds to it: of several runs the best of each.
  private static func cost(
    of actions: [AppFeature.Action], rows: Int, in folder: String
  ) throws -> (bare: Double, added: Double) {
    var bare = BestOfRuns()
    // What one of both was disturbed by is all in the difference, so there are more of them.
    var recorded = BestOfRuns(atLeast: 12)
    repeat {
      bare.add(try ShellSession.sendTime(actions, rows: rows, recordingTo: nil))
      let path = "\(folder)/cost.reprise"
      recorded.add(try ShellSession.sendTime(actions, rows: rows, recordingTo: path))
      try FileManager.default.removeItem(atPath: path)
    } while !recorded.areEnough
    return (bare.value, recorded.value - bare.value)
  }
}
