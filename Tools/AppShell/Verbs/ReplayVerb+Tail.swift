import CommandLineKit
import ComposableArchitecture
import Dispatch
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

extension ReplayVerb {
  @MainActor
  func follow<App>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    let path = Self.file(of: paths[0])
    do throws(CorpusError) {
      _ = try Corpus(paths: [path])
    } catch {
      shell.printError(error.description.visible)
      return ExitCode.usage
    }
    let stop = DispatchSemaphore(value: 0)
    let signals = SignalWatcher { _ in stop.signal() }
    defer { withExtendedLifetime(signals) {} }
    let (isStrict, isParanoid) = (isStrict, isParanoid)
    let errors = shell.console.errors
    let showsProgress = shell.environment.isErrorTerminal
    // The main actor must stay free to receive signals.
    let report = await ThreadPool(width: 1).run {
      var replayer = Shell<App>.replayer
      replayer.isStrict = isStrict
      replayer.isParanoid = isParanoid
      return replayer.follow(
        path: path,
        progress: { steps in
          if showsProgress { errors.text("\r\(steps.counted("step")) verified\u{1B}[K") }
        }, wait: { stop.wait(timeout: .now() + .milliseconds(100)) == .timedOut })
    }
    if showsProgress { errors.text("\r\u{1B}[K") }
    let output = output(for: shell)
    output.add(report)
    return output.finish(exitCode(of: report.verdict.kind), in: shell, style)
  }

  /// Returns the path of the unfinished log if it exists, or else `path`.
  static func file(of path: String) -> String {
    let partial = LogFile.partialPath(for: path)
    return FileBytes.size(of: partial) != nil ? partial : path
  }
}
