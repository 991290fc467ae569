/// A barrier that effects wait for until a test opens it, or until they are canceled.
struct Door: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func open() {
    continuation.finish()
  }

  func wait() async {
    for await _ in stream {}
  }
}

/// A barrier that effects wait for until a test opens it, even if they are canceled.
@MainActor
final class StubbornDoor {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }
}
