package import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

package struct PackVerb: ShellVerb {
  package static let name = "pack"
  package static let summary = "pack logs into a tar that can be replayed directly"
  package static let operand: VerbOperand<Self>? = .paths(
    "FOLDER…", .log, needs: "the FOLDER of logs to pack", \.paths)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the tar to write", \.output),
    .flag("force", "replace an existing tar and its index", \.force),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    All '.reprise' files under the folders are packed with their paths below the folder. A
    tar means the logs in it, so several tars can be merged. Any program that reads tars
    can list and unpack the new one.

    FILE.index contains the location of each log in the tar. Without it, the tar can still
    be read by scanning all of its headers. Every command accepts the path of a log in a
    tar, such as corpus.tar/a.reprise.

    With --json: {"path", "index", "logs", "logBytes", "bytes"}.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage,
      means: "invalid command line, an unsuitable log, or the tar cannot be created"),
    ExitMeaning(ExitCode.failure, means: "writing failed; no tar is written"),
  ]
  package static let examples = [
    "pack Tests/Sessions -o corpus.tar", "replay corpus.tar", "show corpus.tar/tour.reprise",
  ]

  package var paths: [String] = []
  package var output = ""
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    // Only a file that ends in '.tar' is read as a tar. A tar with a different name would be read
    // as a damaged log.
    guard output.isEmpty || output.hasSuffix(".tar") else {
      throw .badValue(
        option: "--output", value: output, expected: "a name that ends in '.tar'", nearest: nil)
    }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let entries: [TarEntry]
    do throws(CorpusError) {
      entries = try self.entries(in: shell)
    } catch {
      shell.printError(error.description.visible)
      return ExitCode.usage
    }
    do throws(TarWriterError) {
      let summary = try shell.withProgress(overLogs: entries.count) {
        progress throws(TarWriterError) in try write(entries, progress)
      }
      printSummary(summary, shell)
      return 0
    } catch {
      let remedy = error.canBeForced && !force ? " Or replace it with --force." : ""
      shell.printError(error.description.visible + remedy)
      return error.exitCode
    }
  }

  /// Returns the logs to pack, sorted by their names in the tar.
  @MainActor
  private func entries<App>(in shell: Shell<App>) throws(CorpusError) -> [TarEntry] {
    var entries: [TarEntry] = []
    for path in paths {
      let corpus = try Corpus(paths: [path])
      for note in corpus.archiveNotes { shell.printError(note.visible) }
      for recording in corpus.unfinished {
        shell.printError(
          "'\(recording.visible)' is not packed: the recording is unfinished; 'recover' creates a "
            + "log from it")
      }
      // A log given by its own path is stored under its name alone.
      let folder =
        corpus.named.contains(path)
        ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : path
      for log in corpus.paths { entries.append(TarEntry(log, below: folder)) }
    }
    entries.sort(by: TarEntry.precedes)
    return entries
  }

  private func write(
    _ entries: [TarEntry], _ progress: (Int) -> Void
  ) throws(TarWriterError) -> TarSummary {
    let writer = try TarWriter(path: output, overwrite: force)
    for (index, entry) in entries.enumerated() {
      try writer.append(entry.log, as: entry.name)
      // Progress reads the clock, which takes as long as packing a small log does.
      if index & 0xFF == 0 { progress(index) }
    }
    return try writer.finish()
  }

  @MainActor
  private func printSummary<App>(_ summary: TarSummary, _ shell: Shell<App>) {
    if json {
      shell.console.output.line(JSONText.line(PackResult(summary)))
    } else {
      shell.console.output.line(
        "packed \(summary.logs.counted("log")) in \(summary.path.visible) (\(summary.bytes) bytes)")
    }
  }
}

private struct PackResult: Encodable {
  let path: String
  let index: String
  let logs: UInt64
  let logBytes: UInt64
  let bytes: UInt64

  init(_ summary: TarSummary) {
    path = summary.path
    index = summary.indexPath
    logs = summary.logs
    logBytes = summary.logBytes
    bytes = summary.bytes
  }
}

extension TarWriterError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .cannotCreate, .cannotRead, .outside, .duplicate: ExitCode.usage
    case .changed, .stopped: ExitCode.failure
    }
  }

  fileprivate var canBeForced: Bool {
    if case .cannotCreate(let error) = self { error.canBeForced } else { false }
  }
}
