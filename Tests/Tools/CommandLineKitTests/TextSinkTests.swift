import CommandLineKit
import Platform
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

  @Test("A sink that flushes lines writes each line at once")
  func lines() {
    let pieces = Pieces()
    let sink = TextSink(flushingLines: true) { pieces.take($0) }
    sink.line("a")
    sink.line("b")
    #expect(pieces.all == ["a\n", "b\n"])
  }

  @Test("Other sinks buffer lines until the buffer is full")
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

  @Test("The predecessor of a sink is flushed first")
  func order() {
    let pieces = Pieces()
    let output = TextSink(flushingLines: false) { pieces.take($0) }
    let errors = TextSink(flushingLines: true, after: output) { pieces.take($0) }
    output.line("result")
    errors.line("message")
    #expect(pieces.all == ["result\n", "message\n"])
  }

  @Test("Nothing is written after the reader has closed the output")
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
