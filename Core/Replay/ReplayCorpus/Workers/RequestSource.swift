package import SessionReplay

/// A request to a worker: the path of a log, or a candidate as JSON.
package typealias WorkerRequest = (index: Int, text: String)

/// The pending requests of a list, without the logs whose reports the memory knows.
package struct RequestSource: IteratorProtocol {
  /// The number of logs that the memory prepares at a time.
  private static let portion = 256

  let count: Int
  private let text: (Int) -> String
  private let memory: (any ReportMemory)?
  private let known: (Int, ReplayReport) -> Void
  private let isStopped: () -> Bool
  private var position = 0
  /// The logs that the memory has prepared, in reverse order.
  private var prepared: [WorkerRequest] = []
  private var current: WorkerRequest?

  /// Creates a source that calls `known` with each report from the memory.
  package init<List: RandomAccessCollection<String>>(
    _ list: List, memory: (any ReportMemory)? = nil,
    known: @escaping (Int, ReplayReport) -> Void = { _, _ in },
    until isStopped: @escaping () -> Bool = { false }
  ) where List.Index == Int {
    count = list.count
    text = { list[$0] }
    self.memory = memory
    self.known = known
    self.isStopped = isStopped
  }

  /// The number of remaining requests, including requests that the memory may skip. It is zero
  /// after the last request was returned, and once the source is stopped.
  var remaining: Int {
    isStopped() ? 0 : count - position + prepared.count + (current == nil ? 0 : 1)
  }

  package mutating func next() -> WorkerRequest? {
    defer { current = nil }
    return peek()
  }

  mutating func peek() -> WorkerRequest? {
    guard !isStopped() else { return nil }
    while current == nil, let (index, text) = nextListed() {
      if let report = memory?.report(ofLogAt: index, text) {
        known(index, report)
      } else {
        current = (index, text)
      }
    }
    return current
  }

  private mutating func nextListed() -> WorkerRequest? {
    if let next = prepared.popLast() { return next }
    let end = min(position + (memory == nil ? 1 : Self.portion), count)
    let portion = (position..<end).map { (index: $0, text: text($0)) }
    position = end
    memory?.prepare(portion.map { (index: $0.index, path: $0.text) })
    prepared = portion.reversed()
    return prepared.popLast()
  }
}
