package import CommandLineKit
import ComposableArchitecture
package import PageServer
import Platform
import SessionLog
import SessionReplay
import SessionReports

/// Serves the page of logs, including unfinished logs, until a signal arrives.
package struct ServeVerb: ShellVerb {
  package static let name = "serve"
  package static let summary = "show logs in the browser while they are written"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG|FOLDER", .log, needs: "the LOG or the FOLDER of logs to show", \.path)
  package static let options: [VerbOption<Self>] =
    [
      .flag(
        "effects", "also run the effects of logs that have their calls, and verify them",
        \.runsEffects)
    ] + serveOptions(\.serving)
  package static let details = """
    The only output is the address of the page. The page shows a log like the page of
    'report'. While an app writes the log, each step is shown as it happens; LOG can be
    'NAME.reprise.partial' or the final name. For a log of this app, the page has the app's
    screens, and the verdict of a replay when the log is finished. With --effects, effects
    are verified as by 'replay --effects'.

    For a FOLDER, the page is the overview of 'report' with a page for each '.reprise' file
    under it. The overview shows new, changed and removed logs by itself, and replays those
    of this app that changed. Symbolic links are not followed.

    The server responds only to requests that include the token of the address, and
    accepts connections only from this machine. With --address, other machines can
    connect, too: anyone with the address can see the logs, which are sent without
    encryption.

    The server ends with its terminal, with SIGINT and with SIGTERM. 'run --serve' shows a
    running app, which accepts actions.
    """
  package static let exitCodes = [
    ExitMeaning(ExitCode.usage, means: "invalid command line, or the port is unavailable"),
    .newerFormat,
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "LOG has no readable header"),
    ExitMeaning(129, 130, 143, means: "received SIGHUP, SIGINT or SIGTERM"),
  ]
  package static let examples = ["serve Tests/Sessions", "serve s.reprise"]

  package var path = ""
  package var serving = ServeOptions()
  package var runsEffects = false

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    let server: PageServer
    do {
      server = try PageServer(
        ServedLogs(path: path), at: serving, views: shell.servedViews(runsEffects: runsEffects),
        program: "\(App.name) \(App.version)")
    } catch ServedLogsError.log(let error) {
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    } catch {
      shell.printError("\(error)")
      return ExitCode.usage
    }
    let (requests, request) = AsyncStream.makeStream(of: Int32.self)
    let signals = SignalWatcher { request.yield($0) }
    defer { withExtendedLifetime(signals) {} }
    if server.isOpen { shell.printError(PageServer.warning) }
    shell.console.output.line(server.url)
    shell.console.output.flush()
    var number: Int32?
    for await request in requests {
      number = request
      break
    }
    server.stop()
    return number.map { 128 + $0 } ?? 0
  }
}

/// Returns the options for the port and the address of a served page.
func serveOptions<Owner>(
  _ serving: any WritableKeyPath<Owner, ServeOptions> & Sendable
) -> [VerbOption<Owner>] {
  [
    VerbOption.number(
      "port", takes: "N", in: 1...UInt16.max, "port of the page (default: a free port)", \.port),
    .value(
      "address", takes: "ADDR", expected: "a numeric address such as '192.168.1.5' or '::'",
      "address on which other machines can connect (default: none)", \.address
    ) { ServedAddress.isNumeric($0) ? $0 : nil },
  ].map { (option: VerbOption<ServeOptions>) in option.pulledBack(to: serving) }
}
