package import PageServer
import ReplayCorpus
import SessionReplay

extension Shell {
  /// The screens of the app's logs for served pages, and the verdicts on them.
  var servedViews: ServedViews {
    ServedViews(
      screen: { Self.screen(ofLogAt: $0, after: $1) }, replay: { replay($0) })
  }

  /// The screens of a running app. Its log is not replayed.
  package static var servedScreens: ServedViews {
    ServedViews(screen: { screen(ofLogAt: $0, after: $1) })
  }

  /// Draws the screen before a step, too, because the step may select the tab to show.
  private static func screen(ofLogAt path: String, after step: UInt64) -> String? {
    PageScreens.drawn(App.self, ofLogAt: path, upTo: 1, through: step)?.json
  }

  private func replay(_ paths: [String]) -> [ReplayReport] {
    ReplayVerb().corpusReplay(self).replay(PathList(paths), with: replayer)
  }
}
