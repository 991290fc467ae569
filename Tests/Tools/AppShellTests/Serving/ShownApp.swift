import AppShell
import CommandLineKit
import ComposableArchitecture
import SessionReplay
import TestSupport
import Testing

/// A running `TallyApp` whose page is served, as set up by the shell.
@MainActor
final class ShownApp {
  let session: RunningSession<TallyApp>
  let page: ShownPage

  init(_ folder: TemporaryFolder, record: String? = nil) throws {
    var options = RunOptions.quiet(record: record)
    options.isServed = true
    let served = try ServedSession<TallyApp>(
      record: record, at: options.serving, views: Shell<TallyApp>.servedScreens)
    if served.temporary != nil { (options.record, options.isTemporary) = (served.log, true) }
    options.verifies = false
    let silent = TextSink(flushingLines: true) { _ in .open }
    session = try RunningSession<TallyApp>(
      options: options, identity: AppIdentity(name: "Tally", version: "1.2.3", build: "test"),
      dataFolder: folder.file("data"), hasPrompt: false,
      console: Console(output: silent, errors: silent), style: OutputStyle())
    page = try #require(served.show(session).compactMap { ShownPage($0) }.first)
  }
}
