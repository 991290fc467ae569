import ComposableArchitecture
import Foundation
import SessionReplay

extension Shell {
  /// Replays logs, and prints the results.
  func replay(_ options: ReplayOptions, _ style: OutputStyle) -> Int32 {
    var corpus: Corpus
    do throws(CorpusError) {
      corpus = try Corpus(paths: options.paths)
    } catch {
      complain(error.description.visible)
      return ExitCode.usage
    }
    tellUnfinished(corpus.unfinished)
    if let shard = options.shard { corpus = corpus.shard(shard.index, of: shard.count) }
    let replay = CorpusReplay(
      jobs: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      workers: environment.worker.map { executable in
        var workers = WorkerSettings(executable)
        workers.timeout = options.timeout ?? workers.timeout
        workers.memory = options.memory ?? workers.memory
        return workers
      })
    if options.update { return update(corpus, with: replay, options, style) }
    var replayer = replayer
    replayer.keepsGoing = options.keepsGoing
    replayer.isParanoid = options.isParanoid
    replayer.isStrict = options.isStrict
    let reports = withProgress(over: corpus) {
      replay.replay(corpus, with: replayer, progress: $0)
    }
    return finish(reports, options, style)
  }

  /// Tells of recordings that are left out because they were not finished.
  private func tellUnfinished(_ paths: [String]) {
    guard let first = paths.first?.visible else { return }
    let others = UInt64(paths.count - 1)
    complain(
      others == 0
        ? "'\(first)' is not replayed: the recording was not finished; 'recover' makes a log of it"
        : "'\(first)' and \(others.counted("other recording")) are not replayed: they were not "
          + "finished; 'recover' makes logs of them")
  }

  /// Shows at a terminal how many logs are done.
  func withProgress<Result>(
    over corpus: Corpus, _ work: (@escaping @Sendable (Int) -> Void) -> Result
  ) -> Result {
    let bar = ProgressBar(
      total: corpus.paths.count, isShown: environment.isErrorTerminal, console.errors)
    defer { bar.remove() }
    return work(bar.advance)
  }

  func finish(
    _ reports: [ReplayReport], _ options: ReplayOptions, _ style: OutputStyle
  ) -> Int32 {
    let code = exitCode(of: reports.worst, options)
    let writesDocument = options.json || options.junit == ReplayOptions.standardOutput
    if options.json {
      console.output.line(JSONText.line(ReplayResults(reports, exitCode: code)))
    } else if !writesDocument {
      let text = ReplayText(paint: style.paint, isVerbose: options.isVerbose)
      for line in text.lines(for: reports) { console.output.line(line) }
    }
    if environment.variables["GITHUB_ACTIONS"] == "true" {
      // GitHub reads both; a document for another program has nothing else in it.
      let sink = writesDocument ? console.errors : console.output
      for line in GitHubAnnotations(reports).lines { sink.line(line) }
    }
    return write(JUnitReport(name: App.name, reports), to: options.junit) ?? code
  }

  /// Writes results for a CI server; the exit code if that fails.
  private func write(_ report: JUnitReport, to path: String?) -> Int32? {
    guard let path else { return nil }
    guard path != ReplayOptions.standardOutput else {
      console.output.text(report.xml)
      return nil
    }
    do throws(SystemFailure) {
      try FileBytes.write(Array(report.xml.utf8), to: path)
      return nil
    } catch {
      complain("'\(path.visible)' cannot be written: \(error). Give another path with --junit.")
      return ExitCode.failure
    }
  }

  /// The exit code of a process that found this to be the worst verdict.
  func exitCode(of worst: Verdict.Kind, _ options: ReplayOptions) -> Int32 {
    options.gitBisect && worst == .incompatible ? ExitCode.bisectSkip : worst.exitCode
  }
}
