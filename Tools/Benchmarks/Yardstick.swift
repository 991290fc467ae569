import Foundation

/// A known cost that a figure is compared with, measured in the same run.
struct Yardstick {
  let name: String
  let value: Double

  init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}

// The yardsticks that figures share. Each is measured once, when it is first used.
@MainActor
extension Yardstick {
  /// The nanoseconds of a step of the standard session in a `switch` over flat state.
  static let plainSwitch: Yardstick = {
    let actions = StandardSession.actions(count: 100_000).map { action in
      guard let action = PlainSwitch.Action(action) else { fatalError("unknown: \(action)") }
      return action
    }
    return PlainSwitch.yardstick(rows: 10, actions)
  }()

  /// The nanoseconds to encode an action of the standard session.
  static let jsonEncoder = Yardstick("JSONEncoder of the action", jsonLines.encodeTime)

  /// The nanoseconds to decode an action of the standard session.
  static let jsonDecoder = Yardstick("JSONDecoder of the action", jsonLines.decodeTime)

  /// The milliseconds of a process that does nothing.
  static let emptyProcess = Yardstick(
    "a process that does nothing",
    (try? fastestMilliseconds { try Subprocess.run("/usr/bin/env", ["true"]) }) ?? .nan)

  /// The nanoseconds of a task that does nothing and is awaited.
  static var emptyTask: Yardstick {
    get async { await measuredTask.value }
  }

  private static let jsonLines = JSONLines(StandardSession.actions(count: 20_000))

  private static let measuredTask = Task { @MainActor in
    let count = 5_000
    let value = await nanoseconds(per: count) {
      for _ in 0..<count { await Task { @MainActor in }.value }
    }
    return Yardstick("an empty Task awaited", value)
  }
}

extension PlainSwitch {
  /// Measures the nanoseconds per action.
  @MainActor
  static func yardstick(rows: Int, _ actions: [Action]) -> Yardstick {
    var plain = PlainSwitch(rows: rows)
    let value = nanoseconds(per: actions.count) { for action in actions { plain.reduce(action) } }
    precondition(plain.count != Int.min)
    return Yardstick("plain switch", value)
  }
}
