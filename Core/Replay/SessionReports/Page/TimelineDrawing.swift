import Platform
import RecordedValues
import RecordCoding
import SessionLog
import SessionReplay

/// A drawing of a session in SVG, with a lane for each feature and its steps from left to right.
///
/// Arrows lead from each step to the steps that its effects sent.
package struct TimelineDrawing: Sendable {
  package struct Step: Sendable {
    let number: UInt64
    let lane: String
    /// The cases of the action in the lane's feature.
    let label: String
    let tooltip: String
    let startedBy: UInt64?
    let changesState: Bool
    let elapsedMilliseconds: UInt64

    /// Creates a step. `feature` is the feature of its action, with the number of the feature's
    /// cases in the action. An action without a known feature has the lane of its first case.
    package init(
      number: UInt64, action: String, feature: (feature: String, count: Int)?, startedBy: UInt64?,
      changesState: Bool, elapsedMilliseconds: UInt64
    ) {
      let names = action.caseNames.nameComponents
      self.number = number
      if let (name, count) = feature {
        let suffix = "Feature"
        lane =
          name.hasSuffix(suffix) && name != suffix ? String(name.dropLast(suffix.count)) : name
        label = names.suffix(count).joined(separator: ".")
      } else {
        lane = names[0].isEmpty ? "steps" : names[0]
        label = (names.count > 1 ? names.dropFirst() : names[...]).joined(separator: ".")
      }
      tooltip = "\(number) \(action)"
      self.startedBy = startedBy
      self.changesState = changesState
      self.elapsedMilliseconds = elapsedMilliseconds
    }
  }

  package static let maxSteps = 500
  /// The maximum number of steps with labels; a longer drawing has none.
  private static let maxLabels = 100
  /// The minimum length of a pause that is shown, in milliseconds.
  private static let pause: UInt64 = 1000
  private static let (spacing, laneHeight, radius) = (24, 34, 5)

  private let title: String
  private let steps: [Step]
  private let failure: UInt64?
  private let lanes: [String]
  private let positions: [UInt64: Int]

  package init(title: String, steps: [Step], failure: UInt64? = nil) {
    self.title = title
    self.steps = steps
    self.failure = failure
    var lanes: [String] = []
    for step in steps where !lanes.contains(step.lane) { lanes.append(step.lane) }
    self.lanes = lanes
    positions = Dictionary(
      steps.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The drawing as SVG, which follows the light or dark color scheme of its viewer.
  package var svg: String {
    let (width, height) = (
      max(title.count * 8 + 340, left + steps.count * Self.spacing + 24 + labelWidth),
      bottom + labelHeight + 16
    )
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img" aria-label="\(title.visible.xmlEscaped)">
      <style>\(Self.style)</style>
      <rect class="paper" width="\(width)" height="\(height)"/>
      <text class="title" x="12" y="22">\(title.visible.xmlEscaped)</text>
      \((legend + laneElements + arrows + dots + axis).joined(separator: "\n"))
      </svg>

      """
  }
}

extension TimelineDrawing {
  private static let style = """
    .paper{fill:#fff}.title{font:600 14px system-ui,sans-serif;fill:#1b1f24}\
    .lane{stroke:#d8dee4}.name{font:12px system-ui,sans-serif;fill:#57606a}\
    .label{font:11px ui-monospace,monospace;fill:#57606a}\
    .axis{font:10px system-ui,sans-serif;fill:#6e7781}\
    .arrow{fill:none;stroke:#8250df;stroke-width:1.4;opacity:.8}.head{fill:#8250df}\
    .user{fill:#0969da}.effect{fill:#8250df}.still{fill:#fff;stroke-width:2}\
    .user.still{stroke:#0969da}.effect.still{stroke:#8250df}\
    .failed{fill:none;stroke:#cf222e;stroke-width:2.5}\
    @media(prefers-color-scheme:dark){.paper{fill:#0d1117}.title{fill:#e6edf3}.lane{stroke:#30363d}\
    .name,.label{fill:#9da7b3}.axis{fill:#8b949e}.arrow{stroke:#a371f7}\
    .head,.effect{fill:#a371f7}.user{fill:#58a6ff}.still{fill:#0d1117}\
    .user.still{stroke:#58a6ff}.effect.still{stroke:#a371f7}.failed{stroke:#ff7b72}}
    """

  private var left: Int { 40 + (lanes.map(\.count).max() ?? 0) * 7 }

  private var bottom: Int { 48 + lanes.count * Self.laneHeight }

  private var hasLabels: Bool { steps.count <= Self.maxLabels }

  private var labelHeight: Int {
    hasLabels ? 24 + (steps.map(\.label.count).max() ?? 0) * 5 : 14
  }

  /// The length by which the last label extends beyond its step.
  private var labelWidth: Int { hasLabels ? (steps.last?.label.count ?? 0) * 4 : 0 }

  private func x(_ position: Int) -> Int { left + position * Self.spacing + Self.spacing / 2 }

  private func y(_ lane: String) -> Int {
    48 + (lanes.firstIndex(of: lane) ?? 0) * Self.laneHeight + Self.laneHeight / 2
  }

  /// The legend, which is on the line of the title.
  private var legend: [String] {
    let signs = [
      ("user", "the user"), ("effect", "an effect"), ("user still", "state unchanged"),
    ]
    let start = 40 + title.count * 8
    return signs.enumerated().map { index, sign in
      let x = start + index * 90
      return """
        <circle class="\(sign.0)" cx="\(x)" cy="18" r="4"/>\
        <text class="axis" x="\(x + 8)" y="22">\(sign.1)</text>
        """
    }
  }

  private var laneElements: [String] {
    lanes.map { lane in
      let y = y(lane)
      return """
        <text class="name" x="12" y="\(y + 4)">\(lane.visible.xmlEscaped)</text>\
        <line class="lane" x1="\(left)" x2="\(x(steps.count - 1) + Self.spacing)" y1="\(y)" y2="\(y)"/>
        """
    }
  }

  private var arrows: [String] {
    steps.enumerated().compactMap { position, step in
      guard let startedBy = step.startedBy, let cause = positions[startedBy] else { return nil }
      let (fromX, fromY) = (x(cause), y(steps[cause].lane))
      let (toX, toY) = (x(position) - Self.radius - 2, y(step.lane))
      // An arrow within a lane curves around the steps in between.
      let lift = fromY == toY ? min(16, 6 + (position - cause) * 2) : 0
      let middle = (fromX + toX) / 2
      return """
        <path class="arrow" d="M\(fromX) \(fromY) C\(middle) \(fromY - lift) \(middle) \
        \(toY - lift) \(toX) \(toY)"/><path class="head" d="M\(toX) \(toY) l-6 -3.5 v7 z"/>
        """
    }
  }

  private var dots: [String] {
    steps.enumerated().map { position, step in
      let point = "cx=\"\(x(position))\" cy=\"\(y(step.lane))\""
      let origin = step.startedBy == nil ? "user" : "effect"
      let ring =
        step.number == failure ? "<circle class=\"failed\" \(point) r=\"\(Self.radius + 4)\"/>" : ""
      return """
        <circle class="\(origin)\(step.changesState ? "" : " still")" \(point) r="\(Self.radius)">\
        <title>\(step.tooltip.visible.xmlEscaped)</title></circle>\(ring)
        """
    }
  }

  private var axis: [String] {
    steps.enumerated().flatMap { position, step -> [String] in
      let x = x(position)
      var elements: [String] = []
      if position % 5 == 0 || step.number == failure {
        elements.append(
          "<text class=\"axis\" x=\"\(x)\" y=\"\(bottom + 10)\" text-anchor=\"middle\">"
            + "\(step.number)</text>")
      }
      if position > 0, step.elapsedMilliseconds >= Self.pause {
        elements.append(
          "<text class=\"axis\" x=\"\(x - Self.spacing / 2)\" y=\"42\" text-anchor=\"middle\">"
            + "+\(step.elapsedMilliseconds / 1000) s</text>")
      }
      if hasLabels {
        let y = bottom + 24
        elements.append(
          "<text class=\"label\" transform=\"translate(\(x - 3) \(y)) rotate(50)\">"
            + "\(step.label.visible.xmlEscaped)</text>")
      }
      return elements
    }
  }
}
