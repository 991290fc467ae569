package import CommandLineKit
import ComposableArchitecture
import Foundation

package struct ManVerb: ShellVerb {
  package static let name = "man"
  package static let summary = "print the manual page"
  package static let details = """
    The page has the format man(7). Its date is the current date or, for reproducible
    builds, that of SOURCE_DATE_EPOCH, in seconds since 1970.
    """
  package static let exitCodes = [ExitMeaning.success, .usage]
  package static let examples = ["man > page.1"]

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let page = ManualPage(
      program: shell.environment.program, app: App.name, version: App.version,
      date: Self.date(shell.environment.variables["SOURCE_DATE_EPOCH"]))
    shell.console.output.text(page.text(for: Verbs.declarations))
    return 0
  }

  private static func date(_ epoch: String?) -> String {
    @Dependency(\.date) var date
    let seconds = epoch.flatMap { UInt32($0) }.map(TimeInterval.init)
    let moment = seconds.map(Date.init(timeIntervalSince1970:)) ?? date.now
    return moment.formatted(.iso8601.year().month().day())
  }
}
