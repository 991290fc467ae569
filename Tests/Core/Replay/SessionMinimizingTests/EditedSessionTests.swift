import Foundation
import DependencyInjection
import RecordCoding
import RecordedValues
import SessionDocument
import SessionMinimizing
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Sessions with other actions")
struct EditedSessionTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var output: String { folder.file("edited.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func edit(_ edits: (UInt64, Till.Action?)...) async throws -> EditedSession {
    var editor = SessionEditor(SessionReplayer(Till.app))
    editor.overwrites = true
    return try await editor.edit(
      path: path,
      edits.map { step, action in
        SessionEdit(step: step, action: action.map { $0.recordedBytes })
      }, to: output)
  }

  /// The steps of a log, and its last state.
  private func content(of path: String) throws -> [String] {
    let reader = try SessionReader(path: path)
    var entries = try SessionEntries(reader, comparing: .none)
    let line = StepLine(schema: reader.header.schema, action: reader.header.action)
    var lines: [String] = []
    while let step = try entries.next() { lines.append(line.text(of: step, changes: [])) }
    let state = entries.state.map {
      ValueText(schema: reader.header.schema).text(of: $0, as: reader.header.state)
    }
    return lines + [state ?? "no state"]
  }

  private func text(_ changes: [EditedSession.Change]) -> [String] {
    changes.map { change in
      "\(change.step.map(String.init) ?? "+")\(change.isEdit ? "!" : "")"
        + " \(change.old ?? "") → \(change.new ?? "")"
    }
  }

  @Test(
    "An action that an effect sends at once follows from the edit",
    arguments: [
      // A different value is sent.
      ([.add(1)], 1, .add(2), ["1! add(1) → add(2)", "2 added(1) → added(2)"]),
      // Nothing is sent any more.
      ([.add(1)], 1, .add(0), ["1! add(1) → add(0)", "2 added(1) → "]),
      // Something is sent, and leads to more.
      (
        [.add(0), .openTapped], 1, .add(100),
        [
          "1! add(0) → add(100)", "+  → added(100)", "+  → big(100)", "+  → note(\"sum 100\")",
          "+  → note(\"huge\")",
        ]
      ),
      // Later actions get values of the changed state.
      (
        [.add(0), .add(10)], 1, .add(5),
        ["1! add(0) → add(5)", "+  → added(5)", "5 note(\"sum 10\") → note(\"sum 15\")"]
      ),
      // One of two is no longer sent.
      (
        [.add(100)], 1, .add(99),
        [
          "1! add(100) → add(99)", "2 added(100) → added(99)", "3 big(100) → big(99)",
          "4 note(\"sum 100\") → note(\"sum 99\")", "5 note(\"huge\") → ",
        ]
      ),
      // Everything that followed is left out.
      (
        [.add(10), .openTapped], 1, nil,
        ["1! add(10) → ", "2 added(10) → ", "3 big(10) → ", "4 note(\"sum 10\") → "]
      ),
      // What work sent is left out with the work, and what that led to.
      (
        [.load(1)], 1, .openTapped,
        [
          "1! load(1) → openTapped", "2 note(\"load\") → ", "3 loaded(10) → ", "4 added(10) → ",
          "5 big(10) → ", "6 note(\"sum 10\") → ",
        ]
      ),
      // The log does not tell what the same work would send for another value.
      ([.load(1)], 1, .load(2), ["1! load(1) → load(2)"]),
      // An answer can be edited.
      (
        [.load(1)], 3, .loaded(1),
        [
          "3! loaded(10) → loaded(1)", "4 added(10) → added(1)", "5 big(10) → ",
          "6 note(\"sum 10\") → ",
        ]
      ),
    ] as [([Till.Action], UInt64, Till.Action?, [String])])
  func consequences(
    actions: [Till.Action], step: UInt64, action: Till.Action?, changes: [String]
  ) async throws {
    try await Till.record(actions, at: path)
    let session = try await edit((step, action))
    #expect(text(session.changes) == changes)
    #expect(session.report.verdict.name == "match")
    #expect(session.end == nil && session.issues.isEmpty && session.supplied.isEmpty)
  }

  @Test(
    "An edited session is the one that the other actions would have recorded", arguments: 0..<40)
  func drawn(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var actions = (0..<12).map { _ in action(&generator) }
    try await Till.record(actions, at: path)
    let edited = Int.random(in: 0..<actions.count, using: &generator)
    let isSkipped = Bool.random(using: &generator)
    // The log has no answer to a call that only the edited session makes.
    let new = isSkipped ? nil : Till.Action.add(Int.random(in: -1...120, using: &generator))
    let numbers = try numbersOfUserSteps()
    let session = try await edit((numbers[edited], new))
    #expect(session.report.verdict.name == "match")
    actions.replaceSubrange(edited...edited, with: new.map { [$0] } ?? [])
    try await Till.record(actions, at: path)
    #expect(try content(of: output) == content(of: path))
  }

  private func action(_ generator: inout SeededGenerator) -> Till.Action {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .openTapped
    case 1: .load(Int.random(in: 0...12, using: &generator))
    default: .add(Int.random(in: -1...120, using: &generator))
    }
  }

  private func numbersOfUserSteps() throws -> [UInt64] {
    var entries = try SessionEntries(try SessionReader(path: path), comparing: .none)
    var numbers: [UInt64] = []
    while let step = try entries.next() {
      if case .sent = step.origin { numbers.append(step.number) }
    }
    return numbers
  }

  @Test("A read that the log lacks gets a new identity, the same in each edit")
  func suppliedReads() async throws {
    try await Till.record([.print, .openTapped, .print], at: path)
    let session = try await edit((2, .print))
    #expect(session.supplied == ["uuid"])
    let first = try content(of: output)
    #expect(first.last?.contains(UUID(0).uuidString) == true)
    #expect(first.last?.contains(UUID(1).uuidString) == true)
    _ = try await edit((2, .print))
    #expect(try content(of: output) == first)
  }

  @Test("Issues of kept actions are reported with their steps")
  func issues() async throws {
    try await Till.record([.openTapped, .add(0), .closeTapped], at: path)
    let session = try await edit((1, nil))
    #expect(session.issues == [3: "The till is not open."])
    #expect(session.steps == 2)
  }

  @Test("Several edits are applied together")
  func severalEdits() async throws {
    try await Till.record([.add(1), .add(2), .openTapped], at: path)
    let session = try await edit((1, nil), (3, .add(0)), (5, .closeTapped))
    #expect(
      text(session.changes) == [
        "1! add(1) → ", "2 added(1) → ", "3! add(2) → add(0)", "4 added(2) → ",
        "5! openTapped → closeTapped",
      ])
  }

  @Test("If the build differs from the recorded session without an edit, the result says so")
  func differingBuild() async throws {
    try await Session.record(at: path)
    let editor = SessionEditor(SessionReplayer(Session.app(fault: .editsTwice)))
    let session = try await editor.edit(
      path: path, [SessionEdit(step: 1, action: nil)], to: output)
    #expect(session.differingStep == 7)
    #expect(session.report.verdict.name == "match")
  }

  @Test("An impossible edit is rejected, and says what is possible")
  func impossible() async throws {
    try await Till.record([.add(1)], at: path)
    func message(_ step: UInt64, _ action: Till.Action?) async -> String {
      do {
        _ = try await edit((step, action))
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      await message(2, .added(3))
        == "step 2 cannot be edited, because the effect of step 1 sends it at once; edit step 1")
    #expect(await message(2, nil).hasPrefix("step 2 cannot be edited"))
    #expect(
      await message(7, .add(3))
        == "there is no step 7 to edit; the steps that can be edited end with 2")
    #expect(await message(1, nil) == "'\(path)' has no steps")
    // Its effect sends it again, without an end.
    #expect(
      await message(1, .spin)
        == "the edit leads to more than 1,000 other changes; edit a later step, or give an action "
        + "that does not repeat itself")
  }
}

@MainActor
@Suite("Calls of effects in sessions with other actions")
struct EditedCallsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var output: String { folder.file("edited.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func edit(_ step: UInt64, _ action: Desk.Action?) async throws -> EditedSession {
    try await SessionEditor(SessionReplayer(Desk.app())).edit(
      path: path, [SessionEdit(step: step, action: action.map { $0.recordedBytes })], to: output)
  }

  @Test("Effects that make the same calls keep them, and are verified")
  func keptCalls() async throws {
    try await Desk.record([.setFactor(2), .ask(3), .clear], at: path)
    let session = try await edit(5, .setFactor(4))
    #expect(session.lostCalls == nil)
    #expect(session.report.effects?.verifiedCount == 1)
    #expect(session.steps == 5)
  }

  @Test("An effect that makes a different call sends nothing more, since the log has no answer")
  func otherCall() async throws {
    try await Desk.record([.setFactor(2), .ask(3), .setFactor(5)], at: path)
    let session = try await edit(1, .setFactor(1))
    // The second call has the same argument, but follows the first.
    #expect(session.changes.map(\.step) == [1, 3, 4])
    #expect(session.changes.last?.otherCall == "PriceClient.price(3)")
    #expect(session.steps == 3)
    #expect(session.report.verdict.name == "match")
    #expect(session.lostCalls == nil)
  }

  @Test("An effect that makes the same calls sends what follows from the edit")
  func otherSentActions() async throws {
    try await Desk.record([.askWithSurcharge(1), .setFactor(2)], at: path)
    let session = try await edit(1, .askWithSurcharge(5))
    #expect(session.changes.map(\.new) == ["askWithSurcharge(5)", "answered(95)", "setFactor(5)"])
    #expect(session.report.effects?.verifiedCount == 1)
    #expect(session.lostCalls == nil)
  }

  @Test("The work of an additional effect is not known")
  func additionalEffect() async throws {
    try await Desk.record([.setFactor(2), .ask(3)], at: path)
    let session = try await edit(1, .ask(1))
    #expect(session.unknownWork == [1])
    #expect(session.steps == 2)
    #expect(session.report.verdict.name == "match")
  }

  @Test("If an answer is edited, the log has no calls")
  func editedAnswer() async throws {
    try await Desk.record([.ask(3)], at: path)
    let session = try await edit(2, .answered(7))
    #expect(session.lostCalls != nil)
    #expect(session.steps == 3)
  }

  @Test("If an answer is left out, its effect sends nothing more")
  func skippedAnswer() async throws {
    try await Desk.record([.ask(3), .setFactor(2)], at: path)
    let session = try await edit(2, nil)
    #expect(session.changes.map(\.step) == [2, 3])
    #expect(session.steps == 2)
    #expect(session.lostCalls == nil)
  }
}
