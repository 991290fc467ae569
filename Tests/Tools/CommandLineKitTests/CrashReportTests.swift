import CommandLineKit
import Testing

@Suite("The runtime's report of a crash")
struct CrashReportTests {
  @Test(
    "Registers are hidden unless the settings specify them",
    arguments: [
      (nil, "registers=none"), ("", "registers=none"),
      ("color=no,threads=all", "color=no,threads=all,registers=none"),
      ("registers=all", nil), ("color=no,registers=none", nil), ("enable=no", nil),
    ] as [(String?, String?)])
  func registers(settings: String?, changed: String?) {
    #expect(CrashReport.hidingRegisters(in: settings) == changed)
  }
}
