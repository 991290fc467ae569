package import CommandLineKit
package import ReplayCorpus
package import SessionReplay

package struct OutputStyle: Equatable, Sendable {
  package var paint = Paint.none
  package var width: Int?

  package init(paint: Paint = .none, width: Int? = nil) {
    self.paint = paint
    self.width = width
  }
}

extension ShellEnvironment {
  package func style(for color: ColorChoice) -> OutputStyle {
    let isColorful =
      switch color {
      case .always: true
      case .never: false
      // https://no-color.org: any value but an empty one.
      case .auto:
        isOutputTerminal && (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
      }
    let columns = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return OutputStyle(paint: Paint(isOn: isColorful), width: columns ?? terminalWidth)
  }

  /// The executable for worker processes; `nil` if it is unknown.
  package var worker: WorkerExecutable? {
    executable.map { WorkerExecutable(path: $0, name: call ?? $0, environment: variables) }
  }
}
