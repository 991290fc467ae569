import AppShell
import Locking
import Testing

@Suite("Output")
struct TextSinkTests {
  private final class Pieces: Sendable {
    let pieces = Mutex<[String]>([])

    func take(_ bytes: [UInt8], _ health: TextSink.Health = .open) -> TextSink.Health {
      pieces.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      return health
    }

    var all: [String] { pieces.withLock { $0 } }
  }

  @Test("Lines are handed on one by one where somebody looks on")
  func lines() {
    let pieces = Pieces()
    let sink = TextSink(flushingLines: true) { pieces.take($0) }
    sink.line("a")
    sink.line("b")
    #expect(pieces.all == ["a\n", "b\n"])
  }

  @Test("Lines are handed on together elsewhere, at the latest when much has gathered")
  func blocks() {
    let pieces = Pieces()
    let sink = TextSink(flushingLines: false) { pieces.take($0) }
    sink.line("a")
    sink.text("b")
    #expect(pieces.all.isEmpty)
    sink.flush()
    #expect(pieces.all == ["a\nb"])
    sink.text(String(repeating: "x", count: 1 << 16))
    #expect(pieces.all.count == 2)
  }

  @Test("What another sink holds is handed on before")
  func order() {
    let pieces = Pieces()
    let output = TextSink(flushingLines: false) { pieces.take($0) }
    let errors = TextSink(flushingLines: true, after: output) { pieces.take($0) }
    output.line("result")
    errors.line("message")
    #expect(pieces.all == ["result\n", "message\n"])
  }

  @Test("Nothing more is written to whoever went away")
  func closed() {
    let pieces = Pieces()
    let sink = TextSink(flushingLines: true) { pieces.take($0, .closed) }
    #expect(sink.health == .open)
    sink.line("a")
    sink.line("b")
    #expect(sink.health == .closed)
    #expect(pieces.all == ["a\n"])
  }
}
