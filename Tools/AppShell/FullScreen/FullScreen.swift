import ActionText
import ComposableArchitecture
import Foundation
import RecordCoding
import SessionReplay
import TerminalUI

/// The app on a screen of its own: the model's events come from the terminal and the store.
@MainActor
final class FullScreen<App: ShellApp> {
  /// Why the screen was left.
  enum Ending {
    /// The person was done, or the input ended.
    case quit
    /// The terminal went away.
    case hangup
  }

  private let driver: TerminalDriver
  private let session: RunningSession<App>
  private let messages: HeldMessages
  private let historyFile: CommandHistoryFile
  private var secrets: CommandSecrets<App.Feature.Action>
  private var model: ScreenModel<App.Feature.Action>
  private var isWakePending = false
  private var isLightStale = false
  private var lightTask: Task<Void, Never>?

  /// Shows the app; `nil` if the terminal is of no known kind.
  init?(
    _ session: RunningSession<App>, messages: HeldMessages, dataFolder: String, hasColor: Bool
  ) {
    guard let driver = TerminalDriver(hasColor: hasColor) else { return nil }
    messages.hold()
    self.driver = driver
    self.session = session
    self.messages = messages
    secrets = CommandSecrets(session.actions)
    let errors = messages.sink
    historyFile = CommandHistoryFile(folder: dataFolder) { errors.line($0) }
    model = ScreenModel(
      screens: App.tabs(of: session.store.state), size: driver.size,
      completer: ActionCompleter(
        session.actions.text, stateType: session.actions.stateType,
        words: ["help", "quit"]),
      state: { session.recordedState },
      history: CommandHistory(historyFile.load()))
    model.log.name = session.recording.map { SiblingLog.name(of: $0.path) }
    model.log.begin(after: session.beginning, session.beginning == 0 ? "the beginning" : "goes on")
    session.follow { [weak self] step in self?.follow(step) }
  }

  /// Runs until the person quits or the terminal goes away.
  func run() async -> Ending {
    updateLight()
    model.message = session.served?.notice.map { ScreenMessage(.note, $0) }
    paint()
    waiting: for await wake in driver.wakes {
      isWakePending = false
      switch await driver.handleSignals(unless: { session.isQuitting }) {
      case .none: break
      case .handled: _ = model.handle(.resize(driver.size))
      case .ending: continue waiting
      case .hangup: return .hangup
      }
      if case .end = wake { return .quit }
      let goesOn = await driver.handleEvents { event in
        model.handle(event).allSatisfy(perform)
      }
      guard goesOn else { return .quit }
      if let news = messages.news() { model.message = ScreenMessage(.failure, news) }
      update()
      driver.proceed()
    }
    return .quit
  }

  /// Gives the terminal back, and writes what was held back.
  func close() {
    session.stopFollowing()
    lightTask?.cancel()
    driver.close()
    forgetNewSecrets()
    historyFile.finish()
    messages.release()
  }

  private func update() {
    model.screens = App.tabs(of: session.store.state)
    forgetNewSecrets()
    updateLight()
    paint()
  }

  private func paint() {
    driver.paint(model.draw())
  }

  /// Does what the model wants, and returns whether the session goes on.
  private func perform(_ command: ScreenCommand<App.Feature.Action>) -> Bool {
    switch command {
    case .send(let action):
      session.store.send(action)
      // The keys that were typed after this one mean the screen that it leads to.
      model.screens = App.tabs(of: session.store.state)
    case .perform(let line):
      defer { saveHistory() }
      return perform(line: line)
    case .goBack(let index): goBack(to: index)
    case .keepHistory:
      // It is kept when it has been performed, which may make a secret of what is in it.
      if let command = model.history.entries.last {
        secrets.note(command, state: session.recordedState)
      }
    case .redraw: driver.redraw()
    case .quit: return false
    }
    return true
  }

  private func goBack(to index: Int) {
    do throws(GoingBackError) {
      let outcome = try session.goBack(to: index)
      model.showGoneBack(outcome)
      model.screens = App.tabs(of: session.store.state)
    } catch {
      model.message = ScreenMessage(.failure, error.description.visible)
    }
  }

  /// Keeps the commands for the next session, but for those that no file may hold.
  private func saveHistory() {
    historyFile.save(secrets.kept(of: model.history.entries))
  }

  /// Keeps the commands anew if one that was kept may hold what has become a secret since.
  private func forgetNewSecrets() {
    if secrets.hasNewSecrets, !model.history.entries.isEmpty { saveHistory() }
  }

  private func perform(line: String) -> Bool {
    do throws(LineError) {
      let script: ScriptLine
      do throws(ScriptLineError) { script = try ScriptLine(line) } catch { throw .script(error) }
      switch script {
      case .quit: return false
      case .blank, .screen: break
      case .help: model.showHelp()
      // The screen goes on meanwhile: there is nothing here that would have to wait.
      case .wait, .waitForEffects, .stopEffects:
        model.message = ScreenMessage(.note, "Effects run while you go on; scripts wait for them.")
      case .action(let text):
        let action: App.Feature.Action
        do throws(ActionReadError) {
          action = try session.actions.action(text, state: self.session.recordedState)
        } catch {
          // An action of the app goes before a habit of other programs.
          if error.isUnknownAction, let habit = CommandHabit(text) { return perform(habit) }
          throw .action(error)
        }
        _ = perform(.send(action))
      }
      model.finishCommand(failure: nil)
    } catch {
      let remedy = error.isUnknownAction ? "; Tab lists what can stand here" : ""
      model.finishCommand(failure: session.actions.redacted("\(error)\(remedy)"))
    }
    return true
  }

  private func perform(_ habit: CommandHabit) -> Bool {
    model.finishCommand(failure: nil)
    switch habit {
    case .quit: return false
    case .help: model.showHelp()
    case .write:
      model.message = ScreenMessage(.note, CommandHabit.writeNote(log: session.recording?.path))
    }
    return true
  }

  /// Takes a step of the app, and has the screen painted soon.
  private func follow(_ step: ShownStep) {
    model.log.append(step)
    guard !isWakePending else { return }
    isWakePending = true
    TerminalDriver.wake()
  }

  private func updateLight() {
    let light = session.light
    if light != model.light { refreshLightLater() }
    model.light = light
  }

  /// What a step added to the log is written a moment later.
  private func refreshLightLater() {
    guard session.isRecorded, !isLightStale else { return }
    isLightStale = true
    lightTask = Task { [weak self] in
      try? await ContinuousClock().sleep(for: .milliseconds(400))
      guard !Task.isCancelled else { return }
      self?.isLightStale = false
      TerminalDriver.wake()
    }
  }
}
