import ComposableArchitecture
import SessionLog
import SessionReplay
import SessionReports

/// Serves the page of logs, which need not be finished, until it is told to end.
package struct ServeVerb: Verb {
  package static let name = "serve"
  package static let summary = "show logs in the browser while they are written"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG|FOLDER", .log, needs: "the LOG or the FOLDER of logs to show", \.path)
  package static let options: [VerbOption<Self>] = placeOptions(\.place)
  package static let details = """
    The address of the page is printed on standard output, and nothing else. The page shows
    a log as that of 'report' does. While an app writes the log, each step is shown as
    it happens; LOG may be 'NAME.reprise.partial' or the name that it will have. Of a
    FOLDER there is a list, with the page of each '.reprise' file under it.

    Only programs of this machine can connect, and only who has the address with its token
    is answered. With --address others can connect as well: then anybody who has the address
    can see the logs, which go over the network as they are.

    It ends with its terminal, with SIGINT and with SIGTERM. 'run --serve' shows an app and
    takes actions for it.
    """
  package static let exitCodes = [
    ExitMeaning(ExitCode.usage, means: "the command line is wrong, or the port cannot be had"),
    .newerFormat,
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "LOG has no header that can be read"),
    ExitMeaning(129, 130, 143, means: "SIGHUP, SIGINT or SIGTERM came"),
  ]
  package static let examples = ["serve Tests/Sessions", "serve s.reprise"]

  package var path = ""
  package var place = ServeOptions()

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    let server: PageServer
    do {
      server = try PageServer(
        ServedLogs(path: path), at: place, program: "\(App.name) \(App.version)")
    } catch ServedLogsError.log(let error) {
      shell.complain(error.description.visible)
      return ExitCode.of(error)
    } catch {
      shell.complain("\(error)")
      return ExitCode.usage
    }
    let (requests, request) = AsyncStream.makeStream(of: Int32.self)
    let signals = SignalWatcher { request.yield($0) }
    defer { withExtendedLifetime(signals) {} }
    if server.isOpen { shell.complain(PageServer.warning) }
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

/// The options that say where a page is served.
func placeOptions<Owner>(
  _ place: any WritableKeyPath<Owner, ServeOptions> & Sendable
) -> [VerbOption<Owner>] {
  [
    VerbOption.number(
      "port", takes: "N", in: 1...UInt16.max, "serve the page at this port", \.port),
    .value(
      "address", takes: "ADDR", expected: "an address in digits, as '192.168.1.5' or '::'",
      "let other machines connect to this address of the machine", \.address
    ) { ServedAddress.isNumeric($0) ? $0 : nil },
  ].map { (option: VerbOption<ServeOptions>) in option.pulledBack(to: place) }
}

extension VerbOption {
  /// The option of something that is a part of another.
  fileprivate func pulledBack<Whole>(
    to part: any WritableKeyPath<Whole, Owner> & Sendable
  ) -> VerbOption<Whole> {
    VerbOption<Whole>(spec: spec) { [read] (text, whole) throws(UsageError) in
      try read(text, &whole[keyPath: part])
    }
  }
}
