import SessionLog
import Testing

@Suite("Cache of log headers")
struct HeaderMemoryTests {
  private let memory = HeaderMemory<Int>()

  /// Requests the value of a header. Returns whether it was created, and the returned time.
  private func ask(_ header: String) -> (isNew: Bool, recorded: String?) {
    var isNew = false
    let (_, recorded) = memory.value(of: Array(header.utf8)) {
      isNew = true
      return 1
    }
    return (isNew, recorded)
  }

  @Test("A header that differs only in its time is found")
  func otherTime() {
    #expect(ask(#"{"app":"A","recorded":"2025","state":1}"#) == (true, nil))
    #expect(ask(#"{"app":"A","recorded":"","state":1}"#) == (false, ""))
    #expect(ask(#"{"app":"A","recorded":"2026-01","state":1}"#) == (false, "2026-01"))
  }

  @Test(
    "A header with any other difference is not found",
    arguments: [
      #"{"app":"B","recorded":"2025","state":1}"#,
      #"{"app":"A","recorded":"2025","state":2}"#,
      #"{"app":"A","recorded":"2025","state":1"#,
      #"{"app":"A","recorded":"2025","more":"","state":1}"#,
      #"{"app":"A","recorded":"20\"25","state":1}"#,
      #"{"app":"A","recorded":""#, "",
    ])
  func otherHeader(_ header: String) {
    #expect(ask(#"{"app":"A","recorded":"2025","state":1}"#).isNew)
    #expect(ask(header).isNew)
  }

  @Test(
    "A header whose time is ambiguous is not cached",
    arguments: [
      #"{"app":"A","state":1}"#,
      #"{"app":"A","recorded":"2025","recorded":"2026","state":1}"#,
      #"{"app":"A","recorded":"20\\25","state":1}"#,
      #"{"app":"A","recorded":"2025"#,
    ])
  func uncertain(_ header: String) {
    #expect(ask(header) == (true, nil))
    #expect(ask(header) == (true, nil))
  }

  @Test("The oldest header is discarded when there are too many headers")
  func manyBuilds() {
    for build in 0..<20 { #expect(ask(#"{"app":"\#(build)","recorded":""}"#).isNew) }
    #expect(!ask(#"{"app":"19","recorded":""}"#).isNew)
    #expect(ask(#"{"app":"0","recorded":""}"#).isNew)
  }
}
