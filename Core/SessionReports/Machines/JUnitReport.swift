package import SessionReplay

/// The results of replays as JUnit XML, one test case a log.
///
/// A difference is a failure; a log that could not be replayed to its end is an error. The elements
/// and attributes are those that CI servers agree on:
/// https://github.com/testmoapp/junitxml.
package struct JUnitReport: Sendable {
  private let name: String
  private let reports: [ReplayReport]

  /// Prepares a report under the name of a suite.
  package init(name: String, _ reports: [ReplayReport]) {
    self.name = name
    self.reports = reports
  }

  /// The document.
  package var xml: String {
    let failures = reports.count { $0.verdict.kind == .diverged }
    let errors = reports.count { $0.verdict.kind > .diverged }
    let time = seconds(reports.reduce(0) { $0 + $1.microseconds })
    let counts =
      #"tests="\#(reports.count)" failures="\#(failures)" errors="\#(errors)" skipped="0" "#
      + #"time="\#(time)""#
    let suite = #"name="\#(name.xmlEscaped)" \#(counts)"#
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite \(suite)>
      \(reports.map(testCase).joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private func testCase(_ report: ReplayReport) -> String {
    let (folder, file) = report.path.folderAndFile
    let className = ([name] + folder.split(separator: "/").map(String.init)).joined(separator: ".")
    let opening =
      #"<testcase classname="\#(className.xmlEscaped)" name="\#(file.xmlEscaped)" "#
      + #"file="\#(report.path.xmlEscaped)" time="\#(seconds(report.microseconds))""#
    let element: String
    switch report.verdict.kind {
    case .match: return "    \(opening)/>"
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

  /// Seconds with six places, which no language's way of writing numbers changes.
  private func seconds(_ microseconds: UInt64) -> String {
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
  }
}

extension String {
  /// The parts of a path before and behind its last slash.
  fileprivate var folderAndFile: (folder: Substring, file: String) {
    guard let slash = lastIndex(of: "/") else { return ("", self) }
    return (self[..<slash], String(self[index(after: slash)...]))
  }

  /// The text as it stands in an element or an attribute.
  ///
  /// XML 1.0 has no way to write most control characters; U+FFFD stands for them.
  fileprivate var xmlEscaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      case _ where scalar.value < 0x20, "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
