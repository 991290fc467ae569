import Testing
import ValueDump

@Suite("Dumps of text")
struct DumpTextTests {
  @Test("Text is quoted, and invisible characters are escaped")
  func quoted() {
    #expect(dumped(#"a"b\c"#) == ##"#"a"b\c"#"##)
    #expect(dumped(##"a"#b"##) == ###"##"a"#b"##"###)
    #expect(dumped("a\"\t\u{1B}") == ##"#"a"\#t\#u{1B}"#"##)
    #expect(dumped("a\tb\r\0\u{1B}[31m\u{2028}") == #""a\tb\r\0\u{1B}[31m\u{2028}""#)
    #expect(dumped("é👩‍👧") == "\"é👩‍👧\"")
    #expect(dumped("abc".dropFirst()) == "\"bc\"")
    #expect(dumped(Character("a")) == "\"a\"")
    #expect(dumped("a" as Unicode.Scalar) == "\"a\"")
    #expect(dumped("a" as StaticString) == "\"a\"")
  }

  @Test("Multiline text is dumped as a block")
  func block() {
    #expect(
      dumped((text: "He said \"hi\"\n\n\\ \"\"\"\n", number: 1))
        == [
          "(", "  text: #\"\"\"", "    He said \"hi\"", "    ", "    \\ \"\"\"", "    ",
          "    \"\"\"#,", "  number: 1", ")",
        ].joined(separator: "\n"))
    #expect(dumped("a\n\nb") == "\"\"\"\na\n\nb\n\"\"\"")
  }
}
