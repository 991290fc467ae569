import App
import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionLog
import SessionReplay
import ShoppingList

/// What recording and replaying cost.
@MainActor
enum LogFigures {
  static let identity = AppIdentity(name: "Reprise", version: "bench", build: "bench")

  /// The figures whose names are wanted.
  static func all(in folder: String, isWanted: (String) -> Bool) throws -> [Figure] {
    let count = 1_000_000
    let path = folder + "/standard.reprise"
    let json = jsonTime(Array(StandardSession.actions(count: 20_000)))
    var figures: [Figure] = []
    if ["record.step", "log.bytes", "replay.verified"].contains(where: isWanted) {
      let (cost, bytes) = try record(count: count, at: path)
      figures += [
        Figure(
          "record.step", cost, unit: "ns", yardstick: "JSONEncoder of the action",
          yardstickValue: json.encode, budget: "≤ 100 ns"),
        Figure(
          "log.bytes", Double(bytes) / Double(count), unit: "bytes/step",
          yardstick: "JSON lines through gzip, unverified", yardstickValue: 1.0,
          budget: "≤ 0.7"),
      ]
    }
    if isWanted("record.step.10000") { figures.append(try largeList(in: folder)) }
    if isWanted("replay.verified") {
      figures.append(replay(path, count: count, json: json.decode))
    }
    return figures.filter { isWanted($0.name) }
  }

  /// What recording adds to a step, and the length of the log.
  private static func record(count: Int, at path: String) throws -> (cost: Double, bytes: UInt64) {
    let actions = StandardSession.actions(count: count)
    let bare = sendTime(actions, rows: 10, recorder: nil)
    let recorder = try recorder(at: path, rows: 10)
    let recorded = sendTime(actions, rows: 10, recorder: recorder)
    return (recorded - bare, try recorder.finish().bytes)
  }

  private static func largeList(in folder: String) throws -> Figure {
    let rows = 10_000
    let actions = (0..<20_000).map {
      AppFeature.Action.shoppingList(
        .products(.element(id: UUID($0 * 7919 % rows), action: .toggleStatus)))
    }
    let bare = sendTime(actions, rows: rows, recorder: nil)
    let recorder = try recorder(at: folder + "/large.reprise", rows: rows)
    let recorded = sendTime(actions, rows: rows, recorder: recorder)
    _ = try recorder.finish()
    return Figure(
      "record.step.10000", recorded - bare, unit: "ns", yardstick: "the step itself",
      yardstickValue: bare, budget: "≤ 5 µs")
  }

  private static func replay(_ path: String, count: Int, json: Double) -> Figure {
    let app = ReplayedApp<AppFeature.State, AppFeature.Action>(identity: identity) {
      AppFeature().assemble()
    }
    let replayer = SessionReplayer(app)
    let value = nanoseconds(per: count) {
      let report = replayer.replay(path: path)
      precondition(report.verifiedSteps == UInt64(count), "\(report)")
    }
    return Figure(
      "replay.verified", 1_000 / value, unit: "million steps/s",
      yardstick: "JSONDecoder of the action", yardstickValue: 1_000 / json,
      budget: "≥ 3 million")
  }

  private static func recorder(
    at path: String, rows: Int
  ) throws -> SessionRecorder<AppFeature.State, AppFeature.Action> {
    try SessionRecorder(
      path: path, app: identity, initialState: StandardSession.state(rows: rows), recorded: "",
      onFailure: { failure in fatalError("\(failure)") })
  }

  private static func sendTime(
    _ actions: [AppFeature.Action], rows: Int,
    recorder: SessionRecorder<AppFeature.State, AppFeature.Action>?
  ) -> Double {
    let store = Store(
      initialState: StandardSession.state(rows: rows), reducer: { AppFeature() },
      withDependencies: { recorder?.install(in: &$0) }, observer: recorder)
    let start = DispatchTime.now().uptimeNanoseconds
    for action in actions { store.send(action) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(actions.count)
  }

  /// What people write by hand: a line of JSON for each action.
  private static func jsonTime(_ actions: [AppFeature.Action]) -> (encode: Double, decode: Double) {
    struct Line: Codable {
      let action: String
      let row: UUID?
    }
    let lines = actions.map { action in
      if case .shoppingList(.products(.element(id: let id, action: _))) = action {
        return Line(action: "shoppingList.toggleStatus", row: id)
      }
      return Line(action: "counter.incrTapped", row: nil)
    }
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    let data = lines.compactMap { try? encoder.encode($0) }
    return (
      nanoseconds(per: lines.count) { for line in lines { _ = try? encoder.encode(line) } },
      nanoseconds(per: data.count) {
        for line in data { _ = try? decoder.decode(Line.self, from: line) }
      }
    )
  }
}
