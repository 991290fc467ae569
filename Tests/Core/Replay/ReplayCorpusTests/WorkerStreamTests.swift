import Foundation
import Platform
import ReplayCorpus
import Testing

@Suite("The stream of messages to a worker process")
struct WorkerStreamTests {
  @Test("A write to a worker that has ended fails without SIGPIPE")
  func endedWorker() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    // The default action would end the test process.
    let previous = signal(SIGPIPE) { _ in pipeSignals.add(1, ordering: .relaxed) }
    defer { signal(SIGPIPE, previous) }
    #expect(!WorkerStream.write([1, 2, 3], to: ends[1]))
    #expect(pipeSignals.load(ordering: .relaxed) == 0)
  }
}

private let pipeSignals = Atomic(0)
