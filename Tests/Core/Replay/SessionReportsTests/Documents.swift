import SessionReplay
import SessionReports

/// The document of JUnit XML with the test cases of some reports.
func junitText(_ name: String, _ reports: [ReplayReport]) -> String {
  let document = JUnitReport(name: name)
  let frame = document.frame(ReplayTally(reports))
  return frame.opening + reports.map { document.testCase($0) }.joined() + frame.closing
}

/// The JSON that `replay` prints of some reports.
func jsonText(_ reports: [ReplayReport], exitCode: Int32 = 0) -> String {
  let frame = ReplayResults(ReplayOverview(reports), exitCode: exitCode).frame
  return frame.opening + reports.map(ReplayResults.element).joined(separator: ",") + frame.closing
}
