import Platform
import RecordedValues
package import CommandLineKit
import ComposableArchitecture
package import PageServer
package import SessionLog
import SessionReplay
import SessionReports

/// The page of a running app, served from before the app starts until it ends.
@MainActor
package final class ServedSession<App: ShellApp> {
  package let log: String
  /// The folder of the log, if the log is removed at the end.
  package let temporary: ScratchFolder?
  private weak var session: RunningSession<App>?
  private var server: PageServer?

  /// Starts serving the log at `path` before it is recorded, or a temporary log for `nil`.
  package init(
    record path: String?, at serving: ServeOptions, views: ServedViews
  ) throws(ServedSessionError) {
    if let path {
      (log, temporary) = (path, nil)
    } else {
      do throws(SystemError) {
        let temporary = try ScratchFolder()
        (log, self.temporary) = ("\(temporary.path)/session.reprise", temporary)
      } catch {
        throw .noFolder(SystemFailure(code: error.code))
      }
    }
    do throws(HTTPServerError) {
      server = try PageServer(
        .log(log + LogFile.partialSuffix), at: serving,
        app: ServedApp(
          send: { [weak self] text in
            guard let session = self?.session else { return "the app is not running" }
            return session.send(actionText: text)
          },
          complete: { [weak self] in self?.session?.completions(of: $0) ?? [] }),
        views: views, program: "\(App.name) \(App.version)")
    } catch {
      throw .noServer(error)
    }
  }

  /// Connects the app to the page. Returns the lines to print, such as the URL.
  package func show(_ session: RunningSession<App>) -> [String] {
    self.session = session
    session.served = self
    guard let server else { return [] }
    let location = temporary == nil ? [] : ["Its steps are in '\(log.visible)' until it ends."]
    return ["The app is shown at \(server.url)"] + location
      + (server.isOpen ? [PageServer.warning] : [])
  }

  /// The URL of the page as a message on the full screen.
  var notice: String? { server.map { "Shown at \($0.url)" } }

  func switchToLog(at path: String) {
    server?.switchToLog(at: path + LogFile.partialSuffix)
  }

  /// Stops the server and removes a temporary log. Call this when the log is complete.
  package func end() {
    server?.stop()
    server = nil
    temporary?.remove()
  }
}

package enum ServedSessionError: Error, Equatable, Sendable {
  case noFolder(SystemFailure)
  case noServer(HTTPServerError)
}

extension ServedSessionError: CustomStringConvertible {
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
  /// Sends the action of a line, as the shell does. Returns an error message if it is invalid.
  func send(actionText text: String) -> String? {
    guard !isQuitting, !isFinished else { return "the app is ending" }
    do throws(LineError) {
      let script: ScriptLine
      do throws(ScriptLineError) { script = try ScriptLine(text) } catch { throw .script(error) }
      guard case .action(let text) = script else {
        return script == .blank
          ? "the line contains no action"
          : "this is a command of the shell, not an action of the app"
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

  /// Returns the completions of the text of an action, without secrets.
  func completions(of text: String) -> [String] {
    ActionCompleter(actions.text, stateType: actions.stateType)
      .complete(text, state: recordedState).candidates.map { actions.redacted($0.text) }
  }
}
