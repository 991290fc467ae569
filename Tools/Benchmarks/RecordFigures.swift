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

  static func step(in folder: String) throws -> Figure {
    let actions = StandardSession.actions(count: count)
    let cost = try cost(of: actions, rows: 10, in: folder)
    return Figure("record.step", cost.added, unit: "ns", .jsonEncoder, .ratio(atMost: 0.08))
  }

  static func largeList(in folder: String) throws -> Figure {
    let rows = 10_000
    let actions = (0..<20_000).map {
      AppFeature.Action.shoppingList(
        .products(.element(id: UUID($0 * 7919 % rows), action: .toggleStatus)))
    }
    let cost = try cost(of: actions, rows: rows, in: folder)
    return Figure(
      "record.step.10000", cost.added, unit: "ns", Yardstick("the step itself", cost.bare),
      .ratio(atMost: 3))
  }

  /// Measures what a recorder with a ring adds to a step of a bare store. The thread that sends is
  /// timed at 100,000 steps per second and without a pause. The processor time also includes
  /// compressing and trimming the ring.
  static func ring(in folder: String) throws -> [Figure] {
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
    let step = Yardstick("the step itself", bare.value)
    let loopStep = Yardstick("the step itself", bareLoop.value)
    return [
      Figure(
        "record.ring", recorded.value - bare.value, unit: "ns", step, .ratio(atMost: 1)),
      Figure(
        "record.ring.loop", loop.value - bareLoop.value, unit: "ns", loopStep, .ratio(atMost: 4)),
      Figure("record.ring.processor", processor.value, unit: "ns", loopStep, .ratio(atMost: 10)),
    ]
  }

  static func bytes(in folder: String) throws -> Figure {
    let bytes = try RecordedSession.generate(count: count, at: folder + "/bytes.reprise")
    let json = JSONLines(StandardSession.actions(count: count / 10))
    return Figure(
      "log.bytes", Double(bytes) / Double(count), unit: "bytes/step",
      Yardstick("JSON lines through gzip, unverified", try json.compressedLength(in: folder)),
      .value(atMost: 0.7))
  }

  /// Returns the nanoseconds per step in the shell, and what recording adds. Each is the best of
  /// several runs.
  private static func cost(
    of actions: [AppFeature.Action], rows: Int, in folder: String
  ) throws -> (bare: Double, added: Double) {
    var bare = BestOfRuns()
    // A disturbance of either run affects the difference, so it needs more runs.
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
