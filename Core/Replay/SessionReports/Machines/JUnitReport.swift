package import SessionReplay

/// The results of replays as JUnit XML, with a test case for each log.
///
/// A divergence is a failure; a log that could not be replayed to its end is an error. The report
/// contains only elements and attributes that CI servers agree on:
/// https://github.com/testmoapp/junitxml.
package struct JUnitReport: Sendable {
  private let name: String

  package init(name: String) {
    self.name = name
  }

  /// Returns the text of the document before and after its test cases.
  package func frame(_ tally: ReplayTally) -> (opening: String, closing: String) {
    let failures = tally.count(of: .diverged)
    let errors = Verdict.Kind.allCases.reduce(0) { $0 + ($1 > .diverged ? tally.count(of: $1) : 0) }
    let counts =
      #"tests="\#(tally.logs)" failures="\#(failures)" errors="\#(errors)" skipped="0" "#
      + #"time="\#(seconds(tally.microseconds))""#
    let opening = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="\(name.xmlEscaped)" \(counts)>

      """
    return (opening, "  </testsuite>\n</testsuites>\n")
  }

  package func testCase(_ report: ReplayReport) -> String {
    let (folder, file) = report.path.folderAndFile
    let className = ([name] + folder.split(separator: "/").map(String.init)).joined(separator: ".")
    let opening =
      #"<testcase classname="\#(className.xmlEscaped)" name="\#(file.xmlEscaped)" "#
      + #"file="\#(report.path.xmlEscaped)" time="\#(seconds(report.microseconds))""#
    let element: String
    switch report.verdict.kind {
    case .match: return "    \(opening)/>\n"
    case .diverged: element = "failure"
    case .crashed, .incompatible, .damaged, .failed: element = "error"
    }
    let lines = ReplayText().lines(for: report)
    let type = report.verdict.name.xmlEscaped
    let message = (lines.first ?? "").xmlEscaped
    let text = lines.joined(separator: "\n").xmlEscaped
    return """
          \(opening)>
            <\(element) type="\(type)" message="\(message)">\(text)</\(element)>
          </testcase>

      """
  }

  /// Formats seconds with six decimal places, independently of the locale.
  private func seconds(_ microseconds: UInt64) -> String {
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
  }
}

extension String {
  fileprivate var folderAndFile: (folder: Substring, file: String) {
    guard let slash = lastIndex(of: "/") else { return ("", self) }
    return (self[..<slash], String(self[index(after: slash)...]))
  }
}
