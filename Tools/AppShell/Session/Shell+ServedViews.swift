package import PageServer
import ReplayCorpus
import SessionReplay
import SessionReports

extension Shell {
  /// The screens of the app's logs for served pages, and the verdicts on them.
  var servedViews: ServedViews {
    ServedViews(
      screen: { Self.screen(ofLogAt: $0, after: $1) }, result: { result(ofLogAt: $0) })
  }

  /// The screens of a running app. Its log is not replayed.
  package static var servedScreens: ServedViews {
    ServedViews(screen: { screen(ofLogAt: $0, after: $1) })
  }

  /// Draws the screen before a step, too, because the step may select the tab to show.
  private static func screen(ofLogAt path: String, after step: UInt64) -> String? {
    PageScreens.drawn(App.self, ofLogAt: path, upTo: 1, through: step)?.json
  }

  private func result(ofLogAt path: String) -> String? {
    guard let corpus = corpus(at: [path]) else { return nil }
    let replay = ReplayVerb().corpusReplay(self)
    guard let report = replay.replay(corpus, with: replayer, progress: { _ in }).first else {
      return nil
    }
    return PageReport.Log(name: path, bytes: 0, report: report).result.map(JSONText.line)
  }
}
