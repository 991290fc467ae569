import Platform
import RecordedValues
import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionModel
import SessionDocument
import SessionReplay
import TerminalUI

extension PlayerModel {
  /// The maximum size of a value's text in bytes. Longer texts are truncated.
  private static var maxValueLength: Int { 2_000 }
  /// The maximum length of a call in characters. Longer texts are truncated.
  private static var maxCallLength: Int { 20_000 }
  private static var maxAnswers: Int { 3 }
  /// The maximum size of both values in bytes for which a change is shown on one line.
  private static var maxInlineLength: Int { 40 }

  var changeLines: [StyledLines.Line] {
    guard let step = moment.step else {
      return [
        .init(text: moment.position == 0 ? "The state with which the log begins." : "No step.")
      ]
    }
    var lines = selectedCallLines
    // A small pane has room for little more than the values that differ.
    let isFailing = replay.divergence?.step == moment.number
    if isFailing { lines += divergenceLines }
    lines.append(StyledLines.Line(text: log.text(of: step), style: TextStyle(isBold: true)))
    lines.append(.init(text: origin(of: step), style: TextStyle(color: .muted)))
    lines += answerLines(of: step)
    if step.isUnfinished {
      lines.append(
        .init(
          text: "The app ended while it was reducing this step.", style: TextStyle(color: .danger)))
    }
    if let gap = moment.gap {
      lines.append(
        .init(text: "Lost before it: \(gap.text).", style: TextStyle(color: .warning)))
    }
    if !isFailing { lines += divergenceLines }
    if moment.changes.isEmpty, !step.isUnfinished, step.kind != .mark {
      let text =
        log.reader.header.level != .actions
        ? "changed nothing"
        : step.hasChange ? "changed the state; the log doesn't record how" : "changed nothing"
      lines.append(.init(text: text, style: TextStyle(color: .muted)))
    }
    for change in moment.shownChanges { lines += self.lines(of: change) }
    lines += readLines(of: step)
    if step.effect != .none {
      lines.append(
        .init(
          text: "returned \(EffectText(header: log.reader.header).text(of: step.effect).visible)"))
    }
    return lines
  }

  /// The selected call with all values, and an empty line.
  private var selectedCallLines: [StyledLines.Line] {
    guard let index = list.selectedCall,
      let call = log.calls.call(index, ofEffectsOf: moment.number)
    else { return [] }
    let text = log.wholeCallText.text(of: call).visible
    return [
      .init(
        text: text.utf8.count > Self.maxCallLength ? "\(text.prefix(Self.maxCallLength))…" : text,
        style: TextStyle(color: .accent)), .init(text: ""),
    ]
  }

  /// The last calls whose answers led to the action of a step.
  private func answerLines(of step: RecordedStep) -> [StyledLines.Line] {
    let (answers, omitted) = log.calls.answers(
      before: step.number, step.origin, limit: Self.maxAnswers)
    let style = TextStyle(color: .muted)
    let more =
      omitted > 0
      ? [StyledLines.Line(text: "… \(UInt64(omitted).counted("earlier call"))", style: style)] : []
    return more + answers.map { .init(text: log.callText.text(of: $0).visible, style: style) }
  }

  private func origin(of step: RecordedStep) -> String {
    let pause = Duration.milliseconds(step.elapsedMilliseconds).asPlayTime
    let sender =
      switch (step.kind, step.origin) {
      case (.action, .sent): "sent by the user"
      case (.action, .received(let startedBy)): "sent by an effect of step \(startedBy)"
      case (.mark, _): "a mark of the app"
      case (.outsideChange, _): "shared state, changed from outside"
      }
    return "\(sender), +\(pause)"
  }

  private func lines(of change: StateChange) -> [StyledLines.Line] {
    let schema = log.reader.header.schema
    return Self.lines(of: change, in: schema)
  }

  private static func lines(of change: StateChange, in schema: Schema) -> [StyledLines.Line] {
    let values = ValueText(schema: schema, lengthLimit: maxValueLength)
    func text(_ value: RecordedValue) -> String {
      let text = values.text(of: value, as: change.type).visible
      return text.utf8.count > maxValueLength ? "\(text.prefix(maxValueLength))…" : text
    }
    let path = change.path.isEmpty ? "state" : change.name
    let others = change.sharing.map { StateChange.text(ofOtherPaths: $0.others.count) } ?? ""
    if let old = change.old.map(text), let new = change.new.map(text),
      old.utf8.count + new.utf8.count <= maxInlineLength
    {
      let path = path.visible.withShortIdentities
      return [.init(text: "\(path): \(old) → \(new)\(others)", style: TextStyle(color: .success))]
    }
    var lines = [
      StyledLines.Line(text: path.visible + others, style: TextStyle(color: .warning))
    ]
    if let old = change.old {
      lines.append(.init(text: "- \(text(old))", style: TextStyle(color: .danger), indent: 2))
    }
    if let new = change.new {
      lines.append(.init(text: "+ \(text(new))", style: TextStyle(color: .success), indent: 2))
    }
    return lines
  }

  private func readLines(of step: RecordedStep) -> [StyledLines.Line] {
    let header = log.reader.header
    return step.reads.map { read in
      let dependency = header.dependencies[read.dependency]
      var decoder = RecordDecoder(read.bytes)
      let value = try? decoder.decodeValue(of: dependency.type, in: header.schema)
      let text = value.map {
        ValueText(schema: header.schema, lengthLimit: Self.maxValueLength).text(
          of: $0, as: dependency.type)
      }
      return .init(
        text: "read \(dependency.name): \(text ?? "?")".visible, style: TextStyle(color: .muted))
    }
  }

  /// The lines about the replay, for the step that diverged and all later steps.
  private var divergenceLines: [StyledLines.Line] {
    guard let divergence = replay.divergence, moment.number >= divergence.step else { return [] }
    let red = TextStyle(color: .danger)
    var lines: [StyledLines.Line] = []
    let isState = if case .state = divergence.kind { true } else { false }
    if moment.number > divergence.step {
      lines.append(.init(text: "The replay diverged at step \(divergence.step).", style: red))
    } else if !isState || replayedPair?.differences.isEmpty != false {
      lines += divergence.description.split(separator: "\n").map {
        StyledLines.Line(text: String($0).visible, style: red)
      }
    }
    guard let pair = replayedPair else {
      if let missing, missing.step == moment.number {
        return lines + [.init(text: "No replayed state: \(missing.reason)".visible, style: red)]
      }
      let text = self.pair?.step == moment.number ? "" : "Waiting for the replayed state…"
      return text.isEmpty ? lines : lines + [.init(text: text, style: TextStyle(color: .muted))]
    }
    guard pair.recorded != nil else { return lines }
    if pair.differences.isEmpty {
      lines.append(.init(text: "The replayed state is equal to the recorded one."))
    } else {
      let place = moment.number == divergence.step ? "The replay diverged here" : "Also here"
      lines.append(.init(text: "\(place), recorded → replayed:", style: red))
      for difference in pair.differences.prefix(50) {
        lines += Self.lines(of: difference, in: pair.header.schema)
      }
    }
    return lines
  }
}

/// Styled lines, beginning at `offset`. Lines that are too long are wrapped.
struct StyledLines: View {
  struct Line {
    let text: String
    var style = TextStyle.plain
    var indent = 0
  }

  let lines: [Line]
  let offset: Int

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    var row = 0
    for line in lines.dropFirst(offset) {
      guard row < height else { return }
      let text = Paragraph(line.text)
      let room = Size(width: max(1, width - line.indent), height: height - row)
      let lineHeight = max(1, text.size(within: room).height)
      canvas.draw(
        text,
        in: Rectangle(column: line.indent, row: row, width: room.width, height: lineHeight),
        style: line.style)
      row += lineHeight
    }
  }
}
