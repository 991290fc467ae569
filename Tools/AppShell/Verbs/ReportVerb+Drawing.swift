import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

extension ReportVerb {
  /// Draws the requested steps of the only log of a corpus.
  @MainActor
  func draw<App>(_ corpus: Corpus, to file: String, _ shell: Shell<App>) async -> Int32 {
    guard corpus.list.count == 1, let path = corpus.paths.first else {
      shell.printError("cannot draw \(corpus.list.count) logs; give a single log")
      return ExitCode.usage
    }
    do throws(SessionReadError) {
      let reader = try SessionReader(path: path)
      let first = max(from ?? 1, reader.log.stepsBeforeStart + 1)
      let last = min(to ?? .max, reader.log.lastStep)
      guard first <= last else {
        let text = "the log has steps \(reader.log.stepsBeforeStart + 1) to \(reader.log.lastStep)"
        shell.printError(reader.log.stepCount == 0 ? "the log has no step to draw" : text)
        return ExitCode.usage
      }
      guard last - first < TimelineDrawing.maxSteps else {
        shell.printError(
          "cannot draw \((last - first + 1).counted("step")): a drawing is limited to "
            + "\(TimelineDrawing.maxSteps); draw some with --from A --to B")
        return ExitCode.usage
      }
      let replays = await LogReplays(of: corpus, runsEffects: runsEffects, in: shell)
      reportUnverified(replays, shell)
      let drawing = try TimelineDrawing(
        reader, title: replays.names[0], from: first, to: last,
        failure: replays.reports[0].verdict.divergence?.step)
      return write(
        Array(drawing.svg.utf8), logs: 1, replays.overview.verdict, to: file, shell)
    } catch {
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    }
  }
}
