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
    if let shard = options.shard { corpus = corpus.shard(shard.index, of: shard.count) }
    let replay = CorpusReplay(
      jobs: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      workers: environment.worker.map { executable in
        var workers = WorkerSettings(executable)
        workers.timeout = options.timeout ?? workers.timeout
        workers.memory = options.memory ?? workers.memory
        return workers
      })
    let bar = ProgressBar(
      total: corpus.paths.count, isShown: environment.isErrorTerminal, console.errors)
    if options.update {
      let reports = replay.update(corpus, with: replayer, progress: bar.advance)
      bar.remove()
      return finish(reports, options, style)
    }
    var replayer = replayer
    replayer.keepsGoing = options.keepsGoing
    replayer.isStrict = options.isStrict
    let reports = replay.replay(corpus, with: replayer, progress: bar.advance)
    bar.remove()
    return finish(reports, options, style)
  }

  func finish(
    _ reports: [ReplayReport], _ options: ReplayOptions, _ style: OutputStyle
  ) -> Int32 {
    let code = exitCode(of: reports.worst, options)
    if options.json {
      console.output.line(JSONText.line(ReplayResults(reports, exitCode: code)))
    } else {
      for line in ReplayText(paint: style.paint, isVerbose: options.isVerbose)
        .lines(for: reports)
      {
        console.output.line(line)
      }
    }
    guard let path = options.junit else { return code }
    let report = JUnitReport(name: "\(environment.program) replay", reports)
    do throws(SystemFailure) {
      try FileBytes.write(Array(report.xml.utf8), to: path)
      return code
    } catch {
      complain("'\(path.visible)' cannot be written: \(error). Give another path with --junit.")
      return ExitCode.failure
    }
  }

  private func finish(
    _ reports: [UpdateReport], _ options: ReplayOptions, _ style: OutputStyle
  ) -> Int32 {
    let code = exitCode(of: reports.map(\.outcome.kind).max() ?? .match, options)
    if options.json {
      console.output.line(JSONText.line(UpdateResults(reports, exitCode: code)))
    } else {
      for line in UpdateText(paint: style.paint).lines(for: reports) { console.output.line(line) }
    }
    return code
  }

  private func exitCode(of worst: Verdict.Kind, _ options: ReplayOptions) -> Int32 {
    options.gitBisect && worst == .incompatible ? ExitCode.bisectSkip : worst.exitCode
  }
}
