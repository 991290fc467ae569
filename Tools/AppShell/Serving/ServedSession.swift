import ActionText
import ComposableArchitecture
import SessionLog
import SessionReplay
import SessionReports

/// A running app that is shown in the browser, from before it starts to its end.
@MainActor
package final class ServedSession<App: ShellApp> {
  /// Where the steps are recorded while they are shown.
  package let log: String
  /// The log's folder, if it is not to be kept.
  package let temporary: TemporaryRecording?
  private weak var session: RunningSession<App>?
  private var server: PageServer?

  /// Begins to serve what is to be recorded into a file, or into one that is not kept.
  package init(record path: String?, at place: ServeOptions) throws(ServedSessionError) {
    if let path {
      (log, temporary) = (path, nil)
    } else {
      do throws(SystemFailure) {
        let temporary = try TemporaryRecording()
        (log, self.temporary) = (temporary.log, temporary)
      } catch {
        throw .noFolder(error)
      }
    }
    do throws(HTTPServerError) {
      server = try PageServer(
        .log(log + LogFormat.partialSuffix), at: place,
        app: ServedApp(
          send: { [weak self] text in
            guard let session = self?.session else { return "the app is not running" }
            return session.send(actionText: text)
          },
          complete: { [weak self] in self?.session?.completions(of: $0) ?? [] }),
        program: "\(App.name) \(App.version)")
    } catch {
      throw .noServer(error)
    }
  }

  /// Takes the app, and returns what a person is told of where it can be seen.
  package func show(_ session: RunningSession<App>) -> [String] {
    self.session = session
    session.served = self
    guard let server else { return [] }
    let place = temporary == nil ? [] : ["Its steps are in '\(log.visible)' until it ends."]
    return ["The app is shown at \(server.url)"] + place
      + (server.isOpen ? [PageServer.warning] : [])
  }

  /// The address of the page, for a person at the full screen.
  var notice: String? { server.map { "Shown at \($0.url)" } }

  /// Shows a session that goes on in another log.
  func goOn(inLogAt path: String) {
    server?.goOn(inLogAt: path + LogFormat.partialSuffix)
  }

  /// Shows the last steps and ends, when the log is complete; then it is removed, if it is not kept.
  func end() {
    server?.stop()
    server = nil
    temporary?.remove()
  }
}

/// Why a running app cannot be shown.
package enum ServedSessionError: Error, Equatable, Sendable {
  /// There is no folder for the log.
  case noFolder(SystemFailure)
  /// There is no server.
  case noServer(HTTPServerError)
}

extension ServedSessionError: CustomStringConvertible {
  /// What failed.
  package var description: String {
    switch self {
    case .noFolder(let failure):
      "the session cannot be recorded in the folder for temporary files: \(failure); "
        + "give a file with --record"
    case .noServer(let error): error.description
    }
  }
}

extension RunningSession {
  /// Sends the action that a text says, as a line of the shell does; returns what is wrong with it.
  func send(actionText text: String) -> String? {
    guard !isQuitting, !isFinished else { return "the app is ending" }
    do throws(LineError) {
      let script: ScriptLine
      do throws(ScriptLineError) { script = try ScriptLine(text) } catch { throw .script(error) }
      guard case .action(let text) = script else {
        return script == .blank
          ? "there is no action in this" : "this is a word of the shell, and no action of the app"
      }
      do throws(ActionReadError) {
        store.send(try actions.action(text, state: self.recordedState))
      } catch {
        throw .action(error)
      }
      return nil
    } catch {
      return actions.redacted(error.description)
    }
  }

  /// Returns the texts that complete a text to an action, for a page.
  func completions(of text: String) -> [String] {
    ActionCompleter(actions.text, stateType: actions.stateType)
      .complete(text, state: recordedState).candidates.map { actions.redacted($0.text) }
  }
}
