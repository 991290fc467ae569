import Platform
import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
package import SessionDocument
package import SessionReplay

/// A report on the causes and consequences of a step, as text and as JSON.
package struct CausesReport {
  /// Limits on causes, on the steps that one step's effects sent, and on lines.
  private static let maxCauses = 20
  private static let maxChildren = 20
  private static let maxLines = 400
  /// The maximum number of calls to print before a step, unless steps are not folded.
  private static let maxCalls = 3

  private let header: SessionHeader
  private let number: UInt64
  private let consequences: StepConsequences
  private let headline: StepHeadline
  private var lookup: StepLookup
  private let calls: SessionCalls
  private let callText: CallText
  private let isWhole: Bool
  /// The descendants, sorted by the step that started their effect.
  private let children: [StepConsequences.Descendant]

  /// Creates a report on a step; `isWhole` turns off folding.
  package init(
    _ consequences: StepConsequences, of step: UInt64, _ reader: SessionReader, isWhole: Bool
  ) {
    header = reader.header
    number = step
    self.consequences = consequences
    self.isWhole = isWhole
    headline = StepHeadline(header: reader.header)
    lookup = StepLookup(reader)
    calls = SessionCalls(reader)
    callText = CallText(header: reader.header)
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
      lines += try self.lines(of: cause, depth: 0)
    }
    lines += try self.lines(of: number, depth: 0, sign: paint("> ", as: .strong))
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
      lines += try self.lines(of: children[index].number, depth: depth)
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

  /// The error of reading calls, if any. The calls before it are known.
  package var fault: SessionReadError? { calls.fault }

  /// Returns the lines of the answers that led to a step, and the line of the step.
  private mutating func lines(
    of number: UInt64, depth: Int, sign: String = "  "
  ) throws(SessionReadError) -> [String] {
    let indent = Self.indent(depth)
    guard let step = try lookup.step(number) else { return ["\(sign)\(indent)\(number)"] }
    let (answers, omitted) = calls.answers(
      before: number, step.origin, limit: isWhole ? .max : Self.maxCalls)
    var lines = answers.map { "        \(indent)\(callText.text(of: $0).visible)" }
    if omitted > 0 {
      lines.insert(
        "        \(indent)… \(UInt64(omitted).counted("earlier call")); --all shows them", at: 0)
    }
    return lines + [sign + indent + headline.text(of: step, width: 5)]
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
      return Step(number: number, origin: "lost", startedBy: nil, action: "", calls: nil)
    }
    var startedBy: UInt64?
    if case .received(let start) = step.origin { startedBy = start }
    let text = CallText(header: header, isWhole: true)
    let calls = calls.answers(before: number, step.origin).answers.map {
      CallResult($0, header: header, text: text)
    }
    return Step(
      number: number, origin: step.originName, startedBy: startedBy,
      action: headline.action(of: step), calls: calls.isEmpty ? nil : calls)
  }

  private struct Step: Encodable {
    let number: UInt64
    let origin: String
    let startedBy: UInt64?
    let action: String
    /// The calls whose answers led to the action; `nil` if there are none.
    let calls: [CallResult]?
  }

  private struct Result: Encodable {
    let step: Step
    let causes: [Step]
    let ledTo: [Step]
    let beginsBefore: UInt64?
  }
}
