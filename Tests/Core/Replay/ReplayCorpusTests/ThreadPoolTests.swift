import Platform
import ReplayCorpus
import Testing

@Suite("A pool of threads")
struct ThreadPoolTests {
  @Test("Results arrive for all elements, and only a few elements are read ahead")
  func results() {
    let finished = Mutex(0)
    var readCount = 0
    var maxAhead = 0
    let elements = AnyIterator<Int> {
      guard readCount < 1_000 else { return nil }
      readCount += 1
      maxAhead = max(maxAhead, readCount - finished.withLock { $0 })
      return readCount
    }
    let results = ThreadPool(width: 3).results(of: elements) { number in
      finished.withLock { $0 += 1 }
      return number
    }
    #expect(results.sorted() == Array(1...1_000))
    #expect(maxAhead <= 6)
  }

  @Test("map returns results in the order of the elements", arguments: [0, 1, 64, 65, 1_000])
  func map(count: Int) {
    let squares = ThreadPool(width: 4).map(Array(0..<count), portion: 64) { $0 * $0 }
    #expect(squares == (0..<count).map { $0 * $0 })
  }

  @Test("At most 'width' calls run at the same time")
  func width() {
    let runningCount = Mutex(0)
    let counts = ThreadPool(width: 2).results(of: (0..<200).makeIterator()) { _ in
      let count = runningCount.withLock { count in
        count += 1
        return count
      }
      runningCount.withLock { $0 -= 1 }
      return count
    }
    #expect(counts.allSatisfy { $0 <= 2 })
  }
}
