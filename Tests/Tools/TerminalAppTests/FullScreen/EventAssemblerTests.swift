import TerminalApp
import TerminalUI
import Testing

@Suite("Inputs of a terminal")
struct EventAssemblerTests {
  private func scalars(_ text: String) -> [TerminalInput] {
    text.unicodeScalars.map(TerminalInput.scalar)
  }

  @Test("Control characters are converted to keys")
  func controls() {
    let assembler = Held(EventAssembler())
    #expect(
      assembler.take(scalars("a\t\r\n\u{8}\u{7F}\u{4}\0"))
        == [
          .key("a"), .key(.tab), .key(.enter), .key(.enter), .key(.backspace), .key(.backspace),
          .key(.control("d")), .key(.unknown(0)),
        ])
  }

  @Test("An escape before a letter is the alt key, and any other escape is the escape key")
  func escape() {
    let assembler = Held(EventAssembler())
    #expect(assembler.take(scalars("\u{1B}x")) == [.key(.alt("x"))])
    #expect(assembler.take(scalars("\u{1B}")) == [.key(.escape)])
    #expect(assembler.take(scalars("\u{1B}\r")) == [.key(.escape), .key(.enter)])
  }

  @Test("A marked paste is a single event, even if it arrives in pieces")
  func paste() {
    let assembler = Held(EventAssembler())
    #expect(assembler.take([.pasteBegin] + scalars("counter.\r")).isEmpty)
    #expect(!assembler.value.isInBurst)
    #expect(
      assembler.take(scalars("q") + [.pasteEnd] + scalars("q"))
        == [.paste("counter.\nq"), .key("q")])
  }

  @Test("An oversized paste is reported by its size only")
  func oversizedPaste() {
    let assembler = Held(EventAssembler())
    let limit = EventAssembler.pasteLimit
    let fits = [TerminalInput.pasteBegin] + scalars(String(repeating: "a", count: limit))
    #expect(
      assembler.take(fits + [.pasteEnd]) == [.paste(String(repeating: "a", count: limit))])
    #expect(assembler.take(fits + scalars("é")).isEmpty)
    #expect(assembler.value.isInOversizedPaste)
    #expect(assembler.skip(bytes: 2_000_000, isEnded: false) == nil)
    #expect(
      assembler.skip(bytes: 1, isEnded: true) == .oversizedPaste(bytes: limit + 2 + 2_000_001)
    )
    #expect(assembler.take(scalars("q")) == [.key("q")])
  }

  @Test("A burst of keys is a paste that ends at a pause")
  func burst() {
    let assembler = Held(EventAssembler())
    let limit = EventAssembler.burstLimit
    let typed = String(repeating: "q", count: limit)
    #expect(assembler.take(scalars(typed)).count == limit)
    #expect(assembler.take(scalars(typed + "q")).isEmpty)
    #expect(assembler.value.isInBurst)
    #expect(assembler.take(scalars("q")).isEmpty)
    #expect(assembler.take([], isFollowedByPause: true) == [.paste(typed + "qq")])
    #expect(assembler.take(scalars("q")) == [.key("q")])
  }

  @Test("Mouse events are passed on, except during a paste")
  func mouse() {
    let assembler = Held(EventAssembler())
    #expect(
      assembler.take([.click(column: 3, row: 4), .wheel(-1)])
        == [.click(column: 3, row: 4), .wheel(-1)])
    #expect(
      assembler.take([.pasteBegin, .wheel(1), .key(.up), .scalar("a"), .pasteEnd]) == [
        .paste("a")
      ])
  }
}
