import Foundation
import Platform
import SessionLog
import Testing

@Suite("Error messages")
struct WordingTests {
  @Test("A damaged block is reported with its offset, the intact steps and the remedy")
  func damaged() {
    let damage = LogDamage(
      cause: .checksumMismatch, part: .block(3), offset: 1234, wholeSteps: 8192)
    #expect(
      LogReaderError.damaged(path: "s.reprise", damage: damage).description == """
        s.reprise: block 3 at offset 1,234 is damaged: its checksum does not match. 8,192 steps \
        before it are whole. `reprise recover s.reprise -o whole.reprise` keeps them.
        """)
  }

  @Test(
    "A single step is written in the singular, and without steps, recovery is not suggested")
  func plural() {
    let one = LogDamage(cause: .lengthMismatch, part: .index, offset: 0, wholeSteps: 1)
    #expect(one.description.hasSuffix("1 step before it is whole."))
    let none = LogDamage(cause: .lengthMismatch, part: .block(1), offset: 0, wholeSteps: 0)
    let text = LogReaderError.damaged(path: "s", damage: none).description
    #expect(
      text.hasSuffix("0 steps before it are whole. Nothing can be recovered; find a whole copy."))
  }

  @Test("An unfinished recording is not called damaged")
  func unfinished() {
    let damage = LogDamage(cause: .unfinished, part: .end, offset: 9, wholeSteps: 1_000_000)
    #expect(
      LogReaderError.damaged(path: "my log.partial", damage: damage).description == """
        my log.partial: the recording was not finished; it has 1,000,000 steps, all whole. \
        `reprise recover 'my log.partial' -o whole.reprise` keeps them.
        """)
  }

  @Test("An unfinished recording without steps has nothing to recover")
  func unfinishedBeforeFirstStep() {
    let damage = LogDamage(cause: .unfinished, part: .end, offset: 9, wholeSteps: 0)
    #expect(
      LogReaderError.damaged(path: "s.partial", damage: damage).description == """
        s.partial: the recording was not finished; it has 0 steps, all whole. There is no step to \
        recover.
        """)
  }

  private func newer(_ version: Int, _ features: [String], supported: Int = 2) -> String {
    LogReaderError.newerFormat(
      path: "s.reprise", version: version, supported: supported, unknownFeatures: features
    ).description
  }

  @Test("A newer log is reported with its version, the supported one, and the remedy")
  func newerVersion() {
    #expect(
      newer(3, []) == """
        s.reprise: is of version 3 of the format; this program reads version 2. \
        Use a newer program, which reads version 3.
        """)
  }

  @Test("A log with unknown features is reported with all of their names")
  func unknownFeatures() {
    #expect(
      newer(2, ["colors"]) == """
        s.reprise: requires “colors”, which this program does not know, though it reads version 2 \
        of the format, which the log uses. Use a newer program, which knows “colors”.
        """)
    #expect(
      newer(3, ["colors", "sound"]) == """
        s.reprise: is of version 3 of the format and requires “colors” and “sound”, which this \
        program does not know; it reads version 2. Use a newer program, which reads version 3 and \
        knows “colors” and “sound”.
        """)
  }

  @Test("A log with very many unknown features is reported with the first features")
  func manyFeatures() {
    let text = newer(2, (1...9).map { "f\($0)" + String(repeating: "x", count: 999) })
    #expect(text.contains("” and 4 more, which"))
    #expect(text.count < 1000)
  }

  @Test("Control characters from a log are escaped")
  func controlCharacters() {
    let text = newer(2, ["a\u{1b}[2J\u{202e}b"])
    #expect(text.contains("“a\\u{1b}[2J\\u{202e}b”"))
  }

  @Test("A stopped recording is reported with the cause, the intact steps and the lost steps")
  func stopped() {
    let error = LogWriterError.stopped(
      path: "s.reprise.partial", cause: .system(code: ENOSPC), wholeSteps: 1500, droppedSteps: 1)
    #expect(
      error.description == """
        s.reprise.partial: recording stopped: \(String(cString: strerror(ENOSPC))). 1,500 steps in \
        it are whole; 1 step after them was not kept.
        """)
  }

  @Test("Too many open files are reported with the limit and the remedy")
  func tooManyFiles() throws {
    let limit = try #require(DescriptorLimit.current)
    let text = SystemError.text(for: EMFILE)
    #expect(text.hasSuffix("(the limit is \(limit); raise it with 'ulimit -n')"))
    #expect(SystemError.text(for: ENOSPC) == "No space left on device")
  }
}
