import ComposableArchitecture
import SessionLog
import SessionReplay
import SessionReports

/// Packs logs into a tar from which they are replayed without being unpacked.
package struct PackVerb: Verb {
  package static let name = "pack"
  package static let summary = "pack logs into one tar that is replayed as it is"
  package static let operand: VerbOperand<Self>? = .paths(
    "FOLDER…", .log, needs: "the FOLDER of logs to pack", \.paths)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the tar to write", \.output),
    .flag("force", "replace an existing tar and its index", \.force),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    All '.reprise' files under the folders are packed, under their paths below the
    folder. A path that is a tar means the logs in it, so that several tars become one.
    Any program that reads tars lists and unpacks the new one.

    FILE.index is written beside FILE: it tells where in the tar each log is. Without it
    the tar can be read too, after all of its headers. Every verb takes the path of a
    log in a tar, as corpus.tar/a.reprise.

    With --json: {"path", "index", "logs", "logBytes", "bytes"}.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage,
      means: "the command line is wrong, a log cannot be packed, or the tar cannot be created"),
    ExitMeaning(ExitCode.failure, means: "writing stopped; nothing is written"),
  ]
  package static let examples = [
    "pack Tests/Sessions -o corpus.tar", "replay corpus.tar", "show corpus.tar/tour.reprise",
  ]

  package var paths: [String] = []
  /// The tar to write.
  package var output = ""
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    // A log of that name would be taken for a damaged one, and a tar of another name for a log.
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
      shell.complain(error.description.visible)
      return ExitCode.usage
    }
    do throws(TarWriterError) {
      let summary = try shell.withProgress(overLogs: entries.count) {
        progress throws(TarWriterError) in try write(entries, progress)
      }
      tell(summary, shell)
      return 0
    } catch {
      let remedy = error.canBeForced && !force ? " Or replace it with --force." : ""
      shell.complain(error.description.visible + remedy)
      return error.exitCode
    }
  }

  /// The logs to pack, in the order of their names in the tar.
  @MainActor
  private func entries<App>(in shell: Shell<App>) throws(CorpusError) -> [TarEntry] {
    var entries: [TarEntry] = []
    for path in paths {
      let corpus = try Corpus(paths: [path])
      for note in corpus.archiveNotes { shell.complain(note.visible) }
      for recording in corpus.unfinished {
        shell.complain(
          "'\(recording.visible)' is not packed: the recording was not finished; 'recover' makes a "
            + "log of it")
      }
      // A log that is named itself has no path below a folder but its name.
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
      // To ask for the time costs as much as to pack a small log.
      if index & 0xFF == 0 { progress(index) }
    }
    return try writer.finish()
  }

  @MainActor
  private func tell<App>(_ summary: TarSummary, _ shell: Shell<App>) {
    if json {
      shell.console.output.line(JSONText.line(PackResult(summary)))
    } else {
      shell.console.output.line(
        "packed \(summary.logs.counted("log")) in \(summary.path.visible) (\(summary.bytes) bytes)")
    }
  }
}

/// The object that `pack --json` prints.
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
