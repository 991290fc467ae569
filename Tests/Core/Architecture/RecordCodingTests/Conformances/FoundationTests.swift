import Foundation
import RecordCoding
import Testing

@Suite("Foundation types")
struct FoundationTests {
  @Test("Data is recorded by its bytes, wherever its indices begin")
  func slices() throws {
    let whole = Data(0..<200)
    let slice = whole[50..<150]
    #expect(slice.startIndex == 50)
    #expect(recorded(slice) == recorded(Data(slice)))
    #expect(recordedChange(from: slice, to: Data(slice)) == nil)
    try expectExact(among: [
      slice, whole[51..<150], whole[50..<149], whole, Data(), whole[199...], Data([0, 50, 1]),
    ])
  }

  @Test("Dates are preserved bit for bit")
  func dates() throws {
    try expectExact(
      among: [0, -0.0, .nan, .infinity, 0.1, -1e9].map(Date.init(timeIntervalSinceReferenceDate:)))
  }

  @Test("A UUID with the same bytes is unchanged")
  func uuids() throws {
    let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let other = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    try expectExact(among: [zero, other])
    #expect(try read(UUID.self, from: recorded(other)) == other)
  }

  @Test("A URL is recorded as its absolute string")
  func urls() throws {
    let base = try #require(URL(string: "https://example.com/a/"))
    let relative = try #require(URL(string: "b?c=%20#d", relativeTo: base))
    #expect(recorded(relative) == recorded("https://example.com/a/b?c=%20#d"))
    #expect(recordedChange(from: relative, to: relative.absoluteURL) == nil)
    try expectExact(among: [base, relative, URL(filePath: "/tmp/a b/é")])
  }

  @Test("Decoding rejects text that is not a URL, even if escaping would make it one")
  func invalidURLs() {
    for text in ["", "a b", "http://[", "é\n"] {
      #expect(
        throws: RecordDecodingError.invalidValue(
          type: "URL", description: text.debugDescription, offset: 0)
      ) { try read(URL.self, from: recorded(text)) }
    }
  }

  @Test("Index sets are exact across their ranges")
  func indexSets() throws {
    try expectExact(among: [
      IndexSet(), IndexSet([0]), IndexSet(0..<70), IndexSet([3, 4, 5, 90, 91]),
      IndexSet([NSNotFound - 1]),
    ])
  }

  @Test("Decoding rejects an index that an index set cannot contain", arguments: [-1, Int.max])
  func invalidIndices(index: Int) {
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "IndexSet", description: "\(index)", offset: 0)
    ) { try read(IndexSet.self, from: recorded([index] as Set)) }
  }

  @Test("Durations of either sign are exact to the attosecond")
  func durations() throws {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    try expectExact(among: [
      .zero, .seconds(1), .milliseconds(-1500), attosecond, .zero - attosecond,
      Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
      Duration(secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999),
    ])
  }

  @Test(
    "Recording a duration whose seconds do not fit fails instead of crashing", arguments: [1, -1])
  func longDurations(sign: Int) {
    let longest = sign > 0 ? Duration.seconds(Int64.max) : .seconds(Int64.min)
    let duration = longest + .seconds(sign)
    let failure = RecordEncodingError.notEncodable(
      type: "Duration", description: "its seconds do not fit 64 bits")
    var encoder = RecordEncoder()
    encoder.encode(duration)
    #expect(encoder.failure == failure)
    encoder.reset()
    _ = encoder.encodeChange(from: .zero, to: duration)
    #expect(encoder.failure == failure)
  }

  @Test("Decoding rejects attoseconds of a second or more, or with a different sign")
  func invalidDurations() {
    let second: Int64 = 1_000_000_000_000_000_000
    for (seconds, attoseconds) in [(0, second), (0, -second), (1, -1), (-1, 1)] as [(Int64, Int64)]
    {
      let error = #expect(throws: RecordDecodingError.self) {
        try read(Duration.self, from: recorded(seconds) + recorded(attoseconds))
      }
      guard case .invalidValue("Duration", _, 0) = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
    }
  }
}
