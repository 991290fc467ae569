import ComposableArchitecture
import Foundation
import SessionReplay

extension Shell {
  /// Prints how the logs of a corpus fit this build's types.
  func ledger(_ options: LedgerOptions, _ style: OutputStyle) -> Int32 {
    let corpus: Corpus
    do throws(CorpusError) {
      corpus = try Corpus(paths: options.paths)
    } catch {
      complain(error.description.visible)
      return ExitCode.usage
    }
    let entries = withProgress(over: corpus) {
      CorpusReplay(jobs: ProcessInfo.processInfo.activeProcessorCount)
        .ledger(corpus, with: replayer, progress: $0)
    }
    let code = (entries.map(\.kind).max() ?? .match).exitCode
    if options.json {
      console.output.line(JSONText.line(LedgerResults(entries, exitCode: code)))
    } else {
      let text = LedgerText(paint: style.paint, isVerbose: options.isVerbose)
      for line in text.lines(for: entries) { console.output.line(line) }
    }
    return code
  }
}
