import ReducerRuntime
package import SessionQueries
package import SessionReplay

/// A report on the causes and consequences of a step, as text and as JSON.
package struct CausesReport {
  /// Limits on causes, on the steps that one step's effects sent, and on lines.
  private static let maxCauses = 20
  private static let maxChildren = 20
  private static let maxLines = 400

  private let number: UInt64
  private let consequences: StepConsequences
  private let headline: StepHeadline
  private var lookup: StepLookup
  private let isWhole: Bool
  /// The descendants, sorted by the step that started their effect.
  private let children: [StepConsequences.Descendant]

  /// Creates a report on a step; `isWhole` turns off folding.
  package init(
    _ consequences: StepConsequences, of step: UInt64, _ reader: SessionReader, isWhole: Bool
  ) {
    number = step
    self.consequences = consequences
    self.isWhole = isWhole
    headline = StepHeadline(header: reader.header)
    lookup = StepLookup(reader)
    children = consequences.descendants.sorted {
      ($0.startedBy, $0.number) < ($1.startedBy, $1.number)
    }
  }

  package mutating func lines(paint: Paint) throws(SessionReadError) -> [String] {
    var lines: [String] = []
    if let before = consequences.beginsBefore {
      lines.append("      step \(before), which is not in the log")
    }
    let causes = consequences.causes
    let isCut = !isWhole && causes.count > Self.maxCauses
    let shown = isCut ? Array(causes.prefix(10) + causes.suffix(10)) : causes
    for (index, cause) in shown.enumerated() {
      if isCut, index == 10 {
        lines.append(
          "      … \(UInt64(causes.count - 20).counted("step")) between; --all shows them")
      }
      lines.append("  " + (try text(of: cause, depth: 0)))
    }
    lines.append(paint("> ", as: .strong) + (try text(of: number, depth: 0)))
    lines += try treeLines()
    return lines
  }

  private mutating func treeLines() throws(SessionReadError) -> [String] {
    guard !children.isEmpty else { return [] }
    var lines: [String] = []
    var open: [(index: Int, end: Int, shown: Int)] = [range(of: number)]
    while let (index, end, shown) = open.popLast() {
      guard index < end else { continue }
      let depth = open.count + 1
      if !isWhole, shown == Self.maxChildren || lines.count >= Self.maxLines {
        let rest = UInt64(end - index).counted("more step")
        lines.append(
          "  \(Self.indent(depth))… \(rest) of step \(children[index].startedBy); --all shows them")
        continue
      }
      open.append((index + 1, end, shown + 1))
      lines.append("  " + (try text(of: children[index].number, depth: depth)))
      open.append(range(of: children[index].number))
    }
    return lines
  }

  private func range(of step: UInt64) -> (index: Int, end: Int, shown: Int) {
    let start = firstIndex { $0.startedBy >= step }
    return (start, firstIndex { $0.startedBy > step }, 0)
  }

  private func firstIndex(_ isPast: (StepConsequences.Descendant) -> Bool) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(children[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, 20))
  }

  private mutating func text(of step: UInt64, depth: Int) throws(SessionReadError) -> String {
    Self.indent(depth)
      + (try lookup.step(step).map { headline.text(of: $0, width: 5) } ?? "\(step)")
  }

  package mutating func json() throws(SessionReadError) -> String {
    var causes: [Step] = []
    for cause in consequences.causes { causes.append(try result(of: cause)) }
    var led: [Step] = []
    for child in consequences.descendants { led.append(try result(of: child.number)) }
    return JSONText.line(
      Result(
        step: try result(of: number), causes: causes, ledTo: led,
        beginsBefore: consequences.beginsBefore))
  }

  private mutating func result(of number: UInt64) throws(SessionReadError) -> Step {
    guard let step = try lookup.step(number) else {
      return Step(number: number, origin: "lost", startedBy: nil, action: "")
    }
    var startedBy: UInt64?
    if case .received(let start) = step.origin { startedBy = start }
    return Step(
      number: number, origin: step.originName, startedBy: startedBy,
      action: headline.action(of: step))
  }

  private struct Step: Encodable {
    let number: UInt64
    let origin: String
    let startedBy: UInt64?
    let action: String
  }

  private struct Result: Encodable {
    let step: Step
    let causes: [Step]
    let ledTo: [Step]
    let beginsBefore: UInt64?
  }
}
