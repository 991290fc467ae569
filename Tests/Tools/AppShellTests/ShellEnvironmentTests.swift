import AppShell
import CommandLineKit
import SessionReplay
import Testing

@Suite("The environment of a process")
struct ShellEnvironmentTests {
  private func environment(
    terminal isTerminal: Bool, _ variables: [String: String] = [:]
  ) -> ShellEnvironment {
    var environment = ShellEnvironment(program: "sample", arguments: [], variables: variables)
    environment.isOutputTerminal = isTerminal
    environment.terminalWidth = isTerminal ? 120 : nil
    return environment
  }

  @Test("Only terminals get colors unless --color is given")
  func colours() {
    #expect(environment(terminal: true).style(for: .auto).paint.isOn)
    #expect(!environment(terminal: false).style(for: .auto).paint.isOn)
    #expect(environment(terminal: false).style(for: .always).paint.isOn)
    #expect(!environment(terminal: true).style(for: .never).paint.isOn)
  }

  @Test("NO_COLOR disables colors unless it is empty or --color requests them")
  func noColor() {
    #expect(!environment(terminal: true, ["NO_COLOR": "1"]).style(for: .auto).paint.isOn)
    #expect(environment(terminal: true, ["NO_COLOR": ""]).style(for: .auto).paint.isOn)
    #expect(environment(terminal: true, ["NO_COLOR": "1"]).style(for: .always).paint.isOn)
  }

  @Test("COLUMNS overrides the width of the terminal if it is a number")
  func columns() {
    #expect(environment(terminal: true, ["COLUMNS": "80"]).style(for: .auto).width == 80)
    #expect(environment(terminal: false, ["COLUMNS": "80"]).style(for: .auto).width == 80)
    #expect(environment(terminal: true, ["COLUMNS": "x"]).style(for: .auto).width == 120)
    #expect(environment(terminal: true, ["COLUMNS": "-1"]).style(for: .auto).width == 120)
    #expect(environment(terminal: false).style(for: .auto).width == nil)
  }

  @Test("Data is kept under XDG_DATA_HOME if it is an absolute path, otherwise under HOME")
  func dataFolder() {
    let folder = { (variables: [String: String]) in
      environment(terminal: false, variables).dataFolder(ofApp: "My/App")
    }
    #expect(folder(["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/my-app")
    #expect(folder(["XDG_DATA_HOME": "x", "HOME": "/h"]) == "/h/.local/share/my-app")
    #expect(folder(["HOME": "/h"]) == "/h/.local/share/my-app")
  }
}
