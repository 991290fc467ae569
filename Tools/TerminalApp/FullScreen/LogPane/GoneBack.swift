import Platform
import SessionLog
package import SessionRecording
import SessionReplay

/// The outcome of going back.
package struct GoneBack: Equatable, Sendable {
  /// The step after which the session continues.
  package let step: UInt64
  package let oldPath: String?
  package let newPath: String?
  /// The effects that were running after that step. They are not restarted.
  package let effects: [RunningEffect]
  /// The error that prevented completing the old log, if any.
  package let failure: SessionRecordingError?

  package init(
    step: UInt64, oldPath: String? = nil, newPath: String? = nil, effects: [RunningEffect] = [],
    failure: SessionRecordingError? = nil
  ) {
    self.step = step
    self.oldPath = oldPath
    self.newPath = newPath
    self.effects = effects
    self.failure = failure
  }

  package var note: String {
    let origin = step == 0 ? "from the beginning" : "from step \(step)"
    var text = "Continues \(origin)"
    if let newPath { text += " in '\(SiblingLog.name(of: newPath).visible)'" }
    if let oldPath {
      let name = SiblingLog.name(of: oldPath).visible
      text += "; '\(name)' " + (failure.map { "is not complete: \($0)".visible } ?? "is complete")
    }
    text += "."
    guard !effects.isEmpty else { return text }
    let shown = effects.prefix(3).map { "\($0.action) (step \($0.step))" }.joined(separator: ", ")
    let others = effects.count - 3
    return "\(text) Not restarted: \(shown)" + (others > 0 ? " and \(others) more." : ".")
  }
}

package struct RunningEffect: Equatable, Sendable {
  /// The step that started the effect.
  package let step: UInt64
  package let action: String

  package init(step: UInt64, action: String) {
    self.step = step
    self.action = action
  }
}

/// The names of logs that continue from a state of an earlier log.
package enum SiblingLog {
  /// Returns the path of a numbered log beside a log: `a/s-2.reprise` for `a/s.reprise`.
  package static func path(of path: String, number: Int) -> String {
    let name = name(of: path)
    let folder = path.dropLast(name.count)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path)-\(number)"
    }
    return "\(folder)\(name[..<dot])-\(number)\(name[dot...])"
  }

  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
