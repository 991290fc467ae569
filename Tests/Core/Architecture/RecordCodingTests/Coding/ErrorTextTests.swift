import RecordCoding
import Testing

@Suite("Error descriptions")
struct ErrorTextTests {
  @Test(
    "A decoding error describes the fault and its offset",
    arguments: [
      (.truncated(offset: 3), "the data ends within a value, at byte 3"),
      (.overlongInteger(offset: 3), "the integer at byte 3 is not in its shortest form"),
      (.integerOutOfRange(type: "Int8", offset: 3), "the integer at byte 3 does not fit Int8"),
      (
        .countExceedsInput(count: 9, remaining: 2, offset: 3),
        "the count 9 at byte 3 is larger than the 2 bytes that follow"
      ),
      (.invalidText(offset: 3), "the text at byte 3 is not UTF-8"),
      (
        .invalidTag(7, limit: 2, offset: 3), "there is no case 7 at byte 3, only 2 cases"
      ),
      (
        .tooDeep(limit: 512, offset: 3), "the value at byte 3 is nested more than 512 levels deep"
      ),
      (
        .invalidValue(type: "Suit", description: "\"x\"", offset: 3),
        "the value at byte 3 is not a valid Suit: \"x\""
      ),
      (
        .changeDoesNotFit(description: "no key", offset: 3),
        "the change at byte 3 does not fit the state before it: no key"
      ),
    ] as [(RecordDecodingError, String)])
  func decoding(error: RecordDecodingError, text: String) {
    #expect(error.description == text)
  }

  @Test(
    "An encoding error names the type and the reason",
    arguments: [
      (.tooDeep(type: "Tree", limit: 512), "a value of Tree is nested more than 512 levels deep"),
      (
        .notEncodable(type: "Money", description: "no unit"),
        "a value of Money could not be encoded: no unit"
      ),
    ] as [(RecordEncodingError, String)])
  func encoding(error: RecordEncodingError, text: String) {
    #expect(error.description == text)
  }
}
