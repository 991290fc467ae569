import SessionReplay
import SessionReports

func junitText(_ name: String, _ reports: [ReplayReport]) -> String {
  let document = JUnitReport(name: name)
  let frame = document.frame(ReplayTally(reports))
  return frame.opening + reports.map { document.testCase($0) }.joined() + frame.closing
}

/// Returns the JSON that `replay` prints for some reports.
func jsonText(_ reports: [ReplayReport], exitCode: Int32 = 0) -> String {
  let frame = ReplayResults(ReplayOverview(reports), exitCode: exitCode).frame
  return frame.opening + reports.map(ReplayResults.element).joined(separator: ",") + frame.closing
}
