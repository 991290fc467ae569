import CommandLineKit
package import PageServer
import Platform
import ReplayCorpus
import SessionLog
import SessionReplay
import TerminalApp

extension Shell {
  /// Returns the screens of the app's logs for served pages, and the verdicts on the logs and, if
  /// requested, on their effects.
  func servedViews(runsEffects: Bool) -> ServedViews {
    ServedViews(
      screen: { Self.screen(ofLogAt: $0, after: $1) },
      replay: { await replay($0, runsEffects: runsEffects) },
      edit: { await edit($0, step: $1, to: $2) })
  }

  /// Writes the session that follows from an edit beside its log: `s-2.reprise` after `s.reprise`.
  @MainActor
  private func edit(_ path: String, step: UInt64, to action: String?) async -> ServedEdit {
    guard !path.hasSuffix(LogFile.partialSuffix) else {
      return .refused("the session has not ended; steps of a finished log can be edited")
    }
    let output = LogFile.unusedPath(from: 2) { SiblingLog.path(of: path, number: $0) }
    do {
      let edits = LogEdits(of: path, [LogEdits.Edit(step: step, action: action)])
      let session = try await edits.write(to: output, in: self)
      return .written(path: output, report: EditReport(session, isVerbose: false).changeLines)
    } catch {
      return .refused("\(error)".visible)
    }
  }

  /// The screens of a running app. Its log is not replayed.
  package static var servedScreens: ServedViews {
    ServedViews(screen: { screen(ofLogAt: $0, after: $1) })
  }

  /// Draws the screen before a step, too, because the step may select the tab to show.
  private static func screen(ofLogAt path: String, after step: UInt64) -> String? {
    PageScreens.drawn(App.self, ofLogAt: path, upTo: 1, through: step)?.json
  }

  private func replay(_ paths: [String], runsEffects: Bool) async -> [ReplayReport] {
    var reports: [ReplayReport] = []
    await corpusReplay(runsEffects: runsEffects).replayWithEffects(
      PathList(paths), with: replayer
    ) { reports.append($0) }
    return reports
  }

  /// Returns a replay of logs with the default settings.
  @MainActor
  func corpusReplay(runsEffects: Bool) -> CorpusReplay {
    var verb = ReplayVerb()
    verb.runsEffects = runsEffects
    return verb.corpusReplay(self)
  }
}
