import SessionReplay

extension Shell {
  /// Why the app is not shown on the full screen, or `nil` if it can be.
  enum LineModeReason {
    /// Nobody sits there, or a script was given.
    case noTerminal
    /// The terminal cannot move its cursor.
    case dumbTerminal(String)
  }

  /// Whether the app is run line by line, and why.
  func lineModeReason(_ options: RunOptions) -> LineModeReason? {
    guard options.script == nil, environment.isInputTerminal, environment.isOutputTerminal else {
      return .noTerminal
    }
    let kind = environment.variables["TERM"] ?? ""
    return kind.isEmpty || kind == "dumb" ? .dumbTerminal(kind) : nil
  }

  /// Tells a person at a terminal why there is no full screen.
  func explainLineMode(kind: String) {
    let terminal =
      kind.isEmpty ? "TERM is not set" : "the terminal '\(kind.visible)' cannot show it"
    complain("no full screen: \(terminal). Type a line an action; 'help' lists them.")
  }

  /// Runs the app on the full screen; `nil` if the terminal is of no known kind.
  func runFullScreen(
    _ session: RunningSession<App>, _ messages: HeldMessages, dataFolder: String,
    hasColor: Bool
  ) async -> Int32? {
    guard
      let screen = FullScreen(
        session, messages: messages, dataFolder: dataFolder, hasColor: hasColor)
    else { return nil }
    // The screen hears of a hangup itself.
    let signals = SignalWatcher(hangups: false) { number in
      Task {
        await session.quit()
        screen.close()
        session.cancelEffects()
        _ = session.finish()
        console.exit(128 + number)
      }
    } onRequest: {
      session.interruptVerification(by: $0)
    } onForcedEnd: {
      TerminalDriver.restore()
    }
    defer { withExtendedLifetime(signals) {} }
    session.launch()
    let ending = await screen.run()
    // Before the terminal is given back, on which the last steps are not to be printed.
    await session.quit()
    screen.close()
    session.cancelEffects()
    let code = session.finish()
    return ending == .hangup ? 128 + 1 : code
  }
}
