import Foundation
import RecordCoding
import Testing

@Suite("Errors")
struct ErrorTests {
  private struct Offline: LocalizedError {
    var minutes = 3
    var errorDescription: String? { "no network" }
  }

  private enum Unnamed: Error { case other }

  @Recordable
  fileprivate enum Nothing {}

  @Recordable
  fileprivate struct Holder {
    var nothing: Nothing?
    var never: Result<Int, Never>
  }

  @Test("A result stores the type and the texts of any error")
  func texts() throws {
    let result = Result<Int, any Error>.failure(Offline())
    let error = #expect(throws: RecordedError.self) {
      try read(Result<Int, any Error>.self, from: recorded(result)).get()
    }
    #expect(
      error
        == RecordedError(
          type: "RecordCodingTests.ErrorTests.Offline", text: "no network",
          details: "Offline(minutes: 3)"))
    #expect(error?.localizedDescription == "no network")
    #expect(error.map { "\($0)" } == "Offline(minutes: 3)")
  }

  @Test("A RecordedError is recorded as the same bytes again")
  func again() throws {
    let result = Result<Int, any Error>.failure(Offline())
    let bytes = recorded(result)
    #expect(recorded(try read(Result<Int, any Error>.self, from: bytes)) == bytes)
  }

  @Test("Results with any error are exact")
  func exact() throws {
    try expectExact(
      among: [
        .success(1), .success(2), .failure(Offline()), .failure(Offline(minutes: 4)),
        .failure(RecordedError(type: "", text: "")), .failure(Refusal.early),
      ] as [Result<Int, any Error>])
  }

  @Test("An error of a recordable type is read back as itself")
  func namedType() {
    #expect(throws: Refusal.late) {
      try read(Result<Int, Refusal>.self, from: recorded(Result<Int, Refusal>.failure(.late))).get()
    }
  }

  @Test("Recording an error of a named, unrecordable type fails with the remedy")
  func unrecordable() {
    let failure = RecordEncodingError.notEncodable(
      type: "RecordCodingTests.ErrorTests.Unnamed",
      description: "it is not recordable: add '@Recordable' to it, or use 'any Error'")
    var encoder = RecordEncoder()
    encoder.encode(Result<Int, Unnamed>.failure(.other))
    #expect(encoder.failure == failure)
    encoder.reset()
    _ = encoder.encodeChange(
      from: Result<Int, Unnamed>.failure(.other), to: Result<Int, Unnamed>.failure(.other))
    #expect(encoder.failure == failure)
  }

  @Test("Types without values can be parts of other types, and decoding them throws")
  func never() throws {
    try expectExact(among: [
      Holder(nothing: nil, never: .success(1)), Holder(nothing: nil, never: .success(2)),
    ])
    for bytes in [[0, 1, 0], [1, 0, 0, 2]] as [[UInt8]] {
      #expect(throws: RecordDecodingError.invalidTag(0, limit: 0, offset: bytes[0] == 1 ? 1 : 2)) {
        try read(Holder.self, from: bytes)
      }
    }
  }
}
