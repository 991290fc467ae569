import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionDocument
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import TestSupport
import Testing

@Suite("Changes of shared values in text")
@MainActor
struct SharedChangeTests {
  @Test("A change of a row is printed at the list, with the number of other references")
  func row() {
    let pad = Pad.State()
    #expect(
      pad.printed { $0.$notes.withLock { $0[id: 1]?.text = "a" } }
        == both(
          #"notes[id: 1].text: "one" → "a""#))
    var detailed = pad
    detailed.show(1)
    #expect(
      detailed.printed { $0.detail?.$note.withLock { $0.text = "b" } }
        == both(
          #"$notes[id: 1].text: "a" → "b" (and at 1 other path)"#))
    detailed.edit(1)
    #expect(
      detailed.printed { $0.detail?.$note.withLock { $0.text = "c" } }
        == both(
          #"$notes[id: 1].text: "b" → "c" (and at 4 other paths)"#))
  }

  @Test("A new reference to a row of the only list is recognized in a log")
  func laterRow() {
    var pad = Pad.State()
    let start = pad
    pad.show(2)
    #expect(
      pad.printed(after: start) { $0.detail?.$note.withLock { $0.text = "b" } }
        == Printed(
          live: #"$notes[id: 2].text: "two" → "b" (and at 1 other path)"#,
          logged: #"$notes[id: 2].text: "two" → "b" (and at 1 other path)"#))
  }

  @Test("A new reference to a field is not recognized in a log")
  func laterField() {
    var pad = Pad.State()
    let start = pad
    pad.form = Pad.Form(note: Shared(value: Pad.Note(id: 9)), text: pad.text(of: 2))
    #expect(
      pad.printed(after: start) { $0.form?.$text.withLock { $0 = "b" } }
        == Printed(
          live: #"$notes[id: 2].text: "two" → "b" (and at 1 other path)"#,
          logged: #"notes[id: 2].text: "two" → "b", form.text: "two" → "b""#))
  }

  @Test("A property that a step redirects to a different row is a reference to that row")
  func redirected() {
    var pad = Pad.State()
    pad.show(1)
    let start = pad
    pad.show(2)
    #expect(
      pad.printed(after: start) { $0.detail?.$note.withLock { $0.text = "b" } }
        == both(
          #"$notes[id: 2].text: "two" → "b" (and at 1 other path)"#))
  }

  @Test("A copy of a row is a different value")
  func copy() {
    var pad = Pad.State()
    pad.detail = Pad.Detail(note: Shared(value: pad.notes[0]))
    #expect(
      pad.printed {
        $0.detail?.$note.withLock { $0.text = "a" }
        $0.$notes.withLock { $0[0].text = "a" }
      } == both(#"notes[id: 1].text: "one" → "a", detail.note.text: "one" → "a""#))
  }

  @Test("A row is printed at the first reference if the state has no reference to the list")
  func withoutList() {
    var pad = Pad.State()
    let other = Shared(value: pad.notes)
    pad.detail = Shared(other[id: 1]).map { Pad.Detail(note: $0) }
    pad.$notes.withLock { $0 = [] }
    pad.details = [pad.detail, pad.detail].compactMap(\.self)
    #expect(
      pad.printed { $0.detail?.$note.withLock { $0.text = "a" } }
        == both(
          #"detail.$note.text: "one" → "a" (and at 2 other paths)"#))
  }

  @Test("Different values with equal changes are printed separately")
  func counters() {
    let pad = Pad.State()
    #expect(
      pad.printed {
        $0.$left.withLock { $0 += 1 }
        $0.$right.withLock { $0 += 1 }
      } == both("left: 0 → 1, right: 0 → 1"))
    var later = pad
    later.counter = Pad.Counter(count: Shared(value: 1))
    #expect(
      later.printed(after: pad) {
        $0.$left.withLock { $0 += 1 }
        $0.counter?.$count.withLock { $0 += 1 }
      } == both("left: 1 → 2, counter.count: 1 → 2"))
  }

  @Test("A value is printed at its first reference if all its references are roots")
  func roots() {
    let count = Shared(value: 0)
    var pad = Pad.State(left: count, right: count)
    pad.counter = Pad.Counter(count: count)
    #expect(
      pad.printed { $0.$right.withLock { $0 += 1 } }
        == both(
          "$left: 0 → 1 (and at 2 other paths)"))
  }

  @Test("An element of an array of references has a name of its own")
  func elements() {
    var pad = Pad.State()
    pad.counts = [Shared(value: 5), pad.$left, Shared(value: 0)]
    #expect(
      pad.printed {
        $0.$left.withLock { $0 += 1 }
        $0.counts[2].withLock { $0 += 1 }
      } == both("$left: 0 → 1 (and at 1 other path), counts[2]: 0 → 1"))
  }

  @Test("References in cases and dictionaries have names of their own")
  func cases() {
    var pad = Pad.State()
    pad.sheet = Shared(pad.$notes[id: 1]).map { .pick($0) }
    #expect(
      pad.printed { $0.$notes.withLock { $0[id: 1]?.text = "a" } }
        == both(
          #"$notes[id: 1].text: "one" → "a" (and at 1 other path)"#))
    pad.$notes = Shared(value: [])
    pad.detail = pad.sheet?.note.map { Pad.Detail(note: $0) }
    pad.named = ["first": pad.sheet?.note].compactMapValues(\.self)
    #expect(
      pad.printed { $0.detail?.$note.withLock { $0.text = "b" } }
        == both(
          #"detail.$note.text: "a" → "b" (and at 1 other path), named["first"].text: "a" → "b""#))
    pad.detail = nil
    pad.counter = Pad.Counter(count: Shared(value: 0))
    pad.sheet = pad.counter.map { .count(of: $0.$count) }
    pad.named = [:]
    #expect(
      pad.printed { $0.counter?.$count.withLock { $0 += 1 } }
        == both(
          "sheet.count.$of: 0 → 1 (and at 1 other path)"))
  }

  @Test("A removed row is printed at the list, and at an optional reference to it")
  func removed() {
    var pad = Pad.State()
    pad.show(1)
    pad.$selected = pad.$notes[id: 2]
    #expect(
      pad.printed { $0.$notes.withLock { _ = $0.remove(id: 2) } }
        == both(
          #"$notes[id: 2]: - Note(text: "two") (and at 1 other path)"#))
    #expect(
      pad.printed {
        $0.$notes.withLock { _ = $0.remove(id: 1) }
        $0.detail = nil
      }.live == #"notes[id: 1]: - Note(text: "one"), "#
        + #"detail: Detail(note: Note(id: 1, text: "one")) → nil"#)
  }

  @Test("A value that is replaced is printed once")
  func replaced() {
    var pad = Pad.State()
    pad.show(1)
    #expect(
      pad.printed { $0.$notes.withLock { $0 = [Pad.Note(id: 1, text: "new")] } }
        == both(
          #"notes[id: 2]: - Note(text: "two"), "#
            + #"$notes[id: 1].text: "one" → "new" (and at 1 other path)"#))
  }

  @Test("If a change has different values at a reference, it is printed there as well")
  func moved() {
    var pad = Pad.State()
    pad.show(1)
    let start = pad
    #expect(
      pad.printed(after: start) {
        $0.$notes.withLock { $0[id: 2]?.text = "b" }
        $0.show(2)
      }
        == both(
          #"notes[id: 2].text: "two" → "b", detail.note.id: 1 → 2, detail.note.text: "one" → "b""#))
  }

  @Test("A reference to a property of a nested structure is a part of the whole value")
  func nested() {
    var pad = Pad.State()
    pad.margin = pad.$layout.margins.left
    #expect(
      pad.printed { $0.$layout.withLock { $0.margins.left = 4 } }
        == both(
          "$layout.margins.left: 0 → 4 (and at 1 other path)"))
    pad.margin = nil
    #expect(
      pad.printed { $0.$layout.withLock { $0.margins.left = 5 } }
        == both(
          "layout.margins.left: 4 → 5"))
  }

  @Test("A log without names of shared fields prints each path")
  func older() throws {
    #expect(
      SharedTypes(
        state: .named(0), schema: Schema(types: []), fields: [], supplements: []) == nil)
  }

  private func both(_ text: String) -> Printed { Printed(live: text, logged: text) }
}

extension SharedChangeTests {
  @Test("The lines of a recorded session have each change once, and its JSON has all changes")
  func session() throws {
    let folder = try TemporaryFolder()
    let reader = try SessionReader(path: try Pad.record(in: folder))
    let header = reader.header
    #expect(
      header.shared?.map(\.name) == [
        "notes", "left", "right", "selected", "note", "note", "text", "pick", "count", "count",
        "counts", "named", "layout", "margin",
      ])
    let line = StepLine(schema: header.schema, action: header.action)
    var entries = try SessionEntries(reader)
    var lines: [String] = []
    var json: [String] = []
    while let step = try entries.next() {
      let changes = entries.changes()
      let shown = entries.merged(changes ?? [])
      lines.append(line.text(of: step, changes: entries.shortened(shown)))
      json.append(JSONText.line(StepResult(step, changes: changes, header: header)))
    }
    #expect(
      lines == [
        "    1 · show(1)                             detail: nil → Detail(note: "
          + #"Note(id: 1, text: "one"))"#,
        "    2 · rename(\"a\")                         "
          + #"$notes[id: 1].text: "one" → "a" (and at 1 other path)"#,
      ])
    #expect(json[1].contains(#""path":"detail.note.text""#))
    #expect(json[1].contains(#""path":"notes[id: 1].text""#))
  }
}
