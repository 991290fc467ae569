import ComposableArchitecture
import SessionReplay

extension Shell {
  /// Prints what logs are.
  func info(_ options: InfoOptions, _ style: OutputStyle) -> Int32 {
    var summaries: [SessionSummary] = []
    var code: Int32 = 0
    for path in options.logs {
      do throws(SessionReadError) {
        let summary = SessionSummary(
          try SessionReader(path: path), with: replayer, isQuick: options.isQuick)
        summaries.append(summary)
        if !summary.isWhole { code = max(code, Verdict.Kind.damaged.exitCode) }
      } catch {
        complain(error.description.visible)
        code = max(code, ExitCode.of(error))
      }
    }
    if options.json {
      console.output.line(JSONText.line(InfoResult(logs: summaries)))
    } else {
      let blocks = summaries.map { $0.lines(paint: style.paint).joined(separator: "\n") }
      if !blocks.isEmpty { console.output.line(blocks.joined(separator: "\n\n")) }
    }
    return code
  }
}

/// What `info --json` prints.
private struct InfoResult: Encodable {
  let logs: [SessionSummary]
}
