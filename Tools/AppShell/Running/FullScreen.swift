import Platform
import RecordedValues
import CommandLineKit
import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionReplay
package import TerminalApp
import TerminalUI

/// The full-screen interface: passes events and steps to a `ScreenModel`, performs the commands
/// that it returns, and paints it.
@MainActor
package final class FullScreen<App: ShellApp> {
  package enum Ending {
    case quit
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

  /// Creates a screen, or returns `nil` if the type of the terminal is unknown.
  package init?(
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
    model.log.begin(
      after: session.beginning, session.beginning == 0 ? "the beginning" : "continues")
    session.follow { [weak self] step in self?.follow(step) }
  }

  package func run() async -> Ending {
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
      let isRunning = await driver.handleEvents { event in
        model.handle(event).allSatisfy(perform)
      }
      guard isRunning else { return .quit }
      if let line = messages.takeLastLine() { model.message = ScreenMessage(.failure, line) }
      update()
      driver.proceed()
    }
    return .quit
  }

  /// Restores the terminal and writes the held messages.
  package func close() {
    session.stopFollowing()
    lightTask?.cancel()
    driver.close()
    removeNewSecrets()
    historyFile.finish()
    messages.release()
  }

  private func update() {
    model.screens = App.tabs(of: session.store.state)
    removeNewSecrets()
    updateLight()
    paint()
  }

  private func paint() {
    driver.paint(model.draw())
  }

  private func perform(_ command: ScreenCommand<App.Feature.Action>) -> Bool {
    switch command {
    case .send(let action):
      session.store.send(action)
      // Keys that were typed ahead apply to the screens that this action leads to.
      model.screens = App.tabs(of: session.store.state)
    case .perform(let line):
      defer { saveHistory() }
      return perform(line: line)
    case .goBack(let index): goBack(to: index)
    case .keepHistory:
      // The command is saved after it was performed, because it may turn parts of its text into
      // secrets.
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

  /// Saves the commands for the next session, except commands that contain secrets.
  private func saveHistory() {
    historyFile.save(secrets.kept(of: model.history.entries))
  }

  /// Saves the commands again if a saved one may contain a value that has become a secret since.
  private func removeNewSecrets() {
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
      // The screen handles events while effects run, so waiting has no meaning here.
      case .wait, .waitForEffects:
        model.message = ScreenMessage(.note, "Effects run in the background; only scripts wait.")
      case .stopEffects:
        session.store.stopStartingEffects()
        model.message = ScreenMessage(.note, "No more effects are started.")
      case .action(let text):
        let action: App.Feature.Action
        do throws(ActionReadError) {
          action = try session.actions.action(text, state: self.session.recordedState)
        } catch {
          // Actions of the app take precedence over commands of editors.
          if error.isUnknownAction, let command = EditorCommand(text) { return perform(command) }
          throw .action(error)
        }
        _ = perform(.send(action))
      }
      model.finishCommand(failure: nil)
    } catch {
      let remedy = error.isUnknownAction ? "; press Tab for a list" : ""
      model.finishCommand(failure: session.actions.redacted("\(error)\(remedy)"))
    }
    return true
  }

  private func perform(_ command: EditorCommand) -> Bool {
    model.finishCommand(failure: nil)
    switch command {
    case .quit: return false
    case .help: model.showHelp()
    case .write:
      model.message = ScreenMessage(.note, EditorCommand.writeNote(log: session.recording?.path))
    }
    return true
  }

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

  /// Schedules a repaint after the writer has caught up. The light then shows the log's size.
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
