import Platform
package import RecordedValues
package import RecordCoding
import SessionLog
import SessionModel
package import SessionDocument

/// A formatter that prints the number, origin, action and changes of a step on one line.
package struct StepLine: Sendable {
  /// The column in which the changes begin, if the action is short enough.
  private static let changesColumn = 44
  private static let spaces = String(repeating: " ", count: StepLine.changesColumn)
  /// The maximum number of changes to list with one line each. Further changes are only counted.
  package static let listedChanges = 12
  private static let indent = "        "
  private static let unfinished = "unfinished: the app ended while it was reducing this step"

  private let schema: Schema
  private let actions: ActionText
  private let paint: Paint
  private let width: Int?
  private let isWhole: Bool

  /// Lines are truncated to `width`, if given, and long strings folded, unless `isWhole` is true.
  package init(
    schema: Schema, action: TypeReference, paint: Paint = .none, width: Int? = nil,
    isWhole: Bool = false
  ) {
    self.schema = schema
    self.paint = paint
    self.width = isWhole ? nil : width
    self.isWhole = isWhole
    actions = ActionText(
      schema: schema, type: action,
      foldingTextsOver: isWhole ? .max : StateChange.foldedLength)
  }

  /// Returns a line such as `    3 · counter.incrTapped   counter.count: 0 → 1`.
  package func text(
    number: UInt64, origin: StepOrigin, action: RecordedValue, changes: [StateChange],
    shortening uuids: ShortUUIDs = .none
  ) -> String {
    let action = text(of: action, shortening: uuids)
    return text(Head(number: number, origin: origin, action: action), changes)
  }

  package func text(of action: RecordedValue, shortening uuids: ShortUUIDs = .none) -> String {
    isWhole
      ? actions.text(of: action, shortening: uuids)
      : actions.compactText(of: action, shortening: uuids)
  }

  private func text(_ head: Head, _ changes: [StateChange]) -> String {
    guard !changes.isEmpty else { return cut(head.limited(to: width).text, to: width) }
    if isWhole {
      let changes = changes.map { $0.whole(in: schema).line(paint) }
      return head.with(changes.joined(separator: ", "))
    }
    // Lines are measured without color codes, which have no width on the screen.
    let plain = StateChange.text(of: changes, in: schema)
    guard paint.isOn || width != nil else { return head.with(plain) }
    if let width, head.count + head.gapLength + plain.count > width {
      let plain = plain.changes(relativeTo: head.action)
      if head.count + head.gapLength + plain.count <= width { return head.with(plain) }
      let head = head.limited(to: max(Self.changesColumn, width * 11 / 20) - 2)
      let room = width - head.count - head.gapLength
      return cut(head.with(plain.shortenedChanges(to: room)), to: width)
    }
    return head.with(StateChange.text(of: changes, in: schema, paint: paint))
  }

  package func lines(
    number: UInt64, origin: StepOrigin, action: RecordedValue, changes: [StateChange],
    shortening uuids: ShortUUIDs = .none
  ) -> [String] {
    let head = text(
      number: number, origin: origin, action: action, changes: [], shortening: uuids)
    let action = text(of: action, shortening: uuids)
    let shown = changes.prefix(Self.listedChanges).map { change in
      let text = change.shortened(in: schema)
      let plain = text.line(.none)
      guard let width, Self.indent.count + plain.count > width else {
        return Self.indent + text.line(paint)
      }
      let short = plain.changes(relativeTo: action)
      return cut(Self.indent + short.shortenedChanges(to: width - Self.indent.count), to: width)
    }
    let others = changes.count - shown.count
    return [head] + shown + (others > 0 ? ["\(Self.indent)… \(others) more"] : [])
  }

  /// Returns the line of a recorded step. Caches the texts of actions, because most sessions repeat
  /// a few.
  package func text(
    of step: RecordedStep, changes: [StateChange], shortening uuids: ShortUUIDs = .none,
    keeping texts: inout ActionTexts
  ) -> String {
    guard step.kind == .action, !step.isUnfinished else { return text(of: step, changes: changes) }
    let action =
      uuids.isEmpty
      ? texts.text(of: step.action) { text(of: $0) }
      : text(of: step.action, shortening: uuids)
    let head = Head(number: step.number, origin: step.origin, action: action)
    return text(head, changes)
  }

  package func text(of step: RecordedStep, changes: [StateChange]) -> String {
    if step.kind != .action {
      let action = step.text(actions).visible
      return text(Head(number: step.number, arrow: "~", action: action), changes)
    }
    guard step.isUnfinished else {
      return text(number: step.number, origin: step.origin, action: step.action, changes: changes)
    }
    let head = Head(
      number: step.number, origin: step.origin, action: text(of: step.action))
    let plain = head.with(Self.unfinished)
    if let width, plain.count > width { return cut(plain, to: width) }
    return head.with(paint(Self.unfinished, as: .warning))
  }

  /// Returns the line of a step, and a line for each of its calls.
  package static func lines(of step: ContextStep) -> [String] {
    [text(of: step)] + (step.calls ?? []).map { indent + $0 }
  }

  private static func text(of step: ContextStep) -> String {
    let origin = step.startedBy.map { StepOrigin.received(startedBy: $0) } ?? .sent
    let head = Head(number: step.number, origin: origin, action: step.action)
    if step.isUnfinished { return head.with(unfinished) }
    guard !step.changes.isEmpty else { return head.text }
    return head.with(
      StateChangeText.line(step.changes, omitted: step.omittedChanges, paint: .none))
  }

  private struct Head {
    let text: String
    let count: Int
    let action: String
    private let isAction: Bool

    init(number: UInt64, origin: StepOrigin, action: String) {
      self.init(number: number, arrow: origin.arrow, action: action)
    }

    init(number: UInt64, arrow: String, action: String) {
      let number = String(number)
      var text = String(StepLine.spaces.prefix(max(0, 5 - number.utf8.count)))
      text += number
      text += " "
      text += arrow
      text += " "
      text += action
      self.text = text
      self.action = action
      isAction = arrow != "~"
      // Counting the parts is faster than counting the text, in which the arrow is not ASCII.
      let arrowCount = arrow.utf8.count - (arrow == "~" ? 0 : arrow == "·" ? 1 : 2)
      count = max(5, number.utf8.count) + arrowCount + action.displayCount + 2
    }

    private init(text: String, count: Int, action: String) {
      (self.text, self.count, self.action, isAction) = (text, count, action, true)
    }

    /// Returns the text with a long action shortened in its middle.
    func limited(to width: Int?) -> Head {
      guard let width, count > width, isAction else { return self }
      let start = text.dropLast(action.count)
      let short = action.shortenedAction(to: max(1, width - start.count))
      return Head(text: start + short, count: start.count + short.count, action: short)
    }

    var gapLength: Int { max(2, StepLine.changesColumn - count) }

    /// Returns the line followed by a rest, which begins in the column of the changes if possible.
    func with(_ rest: String) -> String {
      var line = text
      line += StepLine.spaces.prefix(gapLength)
      line += rest
      return line
    }
  }

  private func cut(_ text: String, to width: Int?) -> String {
    guard let width, text.count > width, width > 0 else { return text }
    return "\(text.prefix(width - 1))…"
  }
}

extension String {
  /// The number of characters. Counting is fast for printable ASCII.
  fileprivate var displayCount: Int {
    // Printable ASCII characters never combine into one.
    utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? utf8.count : count
  }
}

extension StateChange {
  /// Returns the change on one line: `counter.count: 0 → 1`. A sign marks added or removed values.
  package func text(in schema: Schema, paint: Paint = .none) -> String {
    shortened(in: schema).line(paint)
  }

  package static func text(
    of changes: [StateChange], in schema: Schema, paint: Paint = .none
  ) -> String {
    let shown = changes.prefix(StateChangeText.shownLimit)
    return StateChangeText.line(
      shown.map { $0.shortened(in: schema) }, omitted: changes.count - shown.count, paint: paint)
  }
}

/// A cache of the texts of actions, because formatting one takes longer than finding it.
package struct ActionTexts {
  private static let maxCount = 1_000
  private static let maxLength = 200

  private var texts: [RecordedValue: String] = [:]

  package init() {}

  package mutating func text(
    of action: RecordedValue, print: (RecordedValue) -> String
  ) -> String {
    if let known = texts[action] { return known }
    let text = print(action)
    if texts.count < Self.maxCount, text.utf8.count < Self.maxLength { texts[action] = text }
    return text
  }
}

extension StateChangeText {
  private var shownName: String { reference ?? path }

  fileprivate func line(_ paint: Paint) -> String {
    guard paint.isOn else { return plainLine }
    let text =
      switch (old, new) {
      case (let old?, let new?):
        "\(shownName): \(paint(old, as: .expected)) → \(paint(new, as: .actual))"
      case (nil, let new?): "\(shownName): \(paint("+ \(new)", as: .actual))"
      case (let old?, nil): "\(shownName): \(paint("- \(old)", as: .expected))"
      case (nil, nil): shownName
      }
    return otherPaths.map { text + paint(StateChange.text(ofOtherPaths: $0.count), as: .faint) }
      ?? text
  }

  // Interpolation and disabled colors would take twice as long, and a session has millions of
  // lines.
  package var plainLine: String {
    var text = shownName
    text += ": "
    switch (old, new) {
    case (let old?, let new?):
      text += old
      text += " → "
      text += new
    case (nil, let new?):
      text += "+ "
      text += new
    case (let old?, nil):
      text += "- "
      text += old
    case (nil, nil): text = shownName
    }
    if let otherPaths { text += StateChange.text(ofOtherPaths: otherPaths.count) }
    return text
  }

  fileprivate static func line(
    _ changes: [StateChangeText], omitted: Int, paint: Paint
  ) -> String {
    if omitted == 0, let only = changes.first, changes.count == 1 { return only.line(paint) }
    let more = omitted > 0 ? ["… \(omitted) more"] : []
    return (changes.map { $0.line(paint) } + more).joined(separator: ", ")
  }
}

extension StepOrigin {
  /// The sign in a list of steps: `·` for the user, or `←8` for an effect of step 8.
  package var arrow: String {
    switch self {
    case .sent: "·"
    case .received(let startedBy): "←\(startedBy)"
    }
  }
}
