import IdentifiedArrays
import Testing

@Suite("Copies share chunks")
struct SharingTests {
  static let size = IdentifiedArrayOf<Row>.chunkSize

  let original = IdentifiedArrayOf<Row>(uniqueElements: (0..<1000).map { Row(id: $0) })

  func unsharedChunks(of copy: IdentifiedArrayOf<Row>) -> [Int] {
    (0..<copy.chunkCount).filter { !copy.sharesChunk(at: $0, with: original) }
  }

  @Test("A copy shares every chunk, and all chunks but the last are full")
  func copy() {
    #expect(original.chunkCount == 16)
    #expect(unsharedChunks(of: original).isEmpty)
  }

  @Test("Changing an element by id while a copy is held copies only its chunk")
  func changeByID() {
    var copy = original
    copy[id: 200]?.name = "Milk"
    #expect(unsharedChunks(of: copy) == [200 / Self.size])
    #expect(original[id: 200]?.name == "")
  }

  @Test("Changing an element by position while a copy is held copies only its chunk")
  func changeByPosition() {
    var copy = original
    copy[999].name = "Milk"
    #expect(unsharedChunks(of: copy) == [15])
  }

  @Test("Replacing and exchanging elements copies only their chunks")
  func replace() {
    var copy = original
    copy.updateOrAppend(Row(id: 0, name: "Milk"))
    copy.swapAt(70, 700)
    #expect(unsharedChunks(of: copy) == [0, 1, 10])
  }

  @Test("Appending and removing at the end copies only the last chunk")
  func ends() {
    var copy = original
    copy.append(Row(id: 5000))
    copy.removeLast(2)
    #expect(unsharedChunks(of: copy) == [15])
  }

  @Test("Removing in the middle keeps earlier chunks shared")
  func remove() {
    var copy = original
    copy.remove(id: 130)
    #expect(unsharedChunks(of: copy) == Array(2...15))
    copy = original
    copy.removeAll { $0.id == 130 || $0.id == 900 }
    #expect(unsharedChunks(of: copy) == Array(2...15))
  }

  @Test("Reading, and changing an absent id, copies nothing")
  func read() {
    var copy = original
    copy[id: 5000]?.name = "Milk"
    copy[id: 5000] = nil
    copy.remove(id: 5000)
    copy.append(copy[3])
    copy.removeAll { $0.id < 0 }
    #expect(unsharedChunks(of: copy).isEmpty)
  }

  @Test(
    "Equal arrays that were created separately share no chunk, and neither do invalid indices")
  func apart() {
    let apart = IdentifiedArray(uniqueElements: Array(original))
    #expect(apart == original)
    #expect(unsharedChunks(of: apart).count == 16)
    #expect(!original.sharesChunk(at: 16, with: original))
    #expect(!original.sharesChunk(at: -1, with: original))
  }

  @Test("Comparing skips shared chunks")
  func equality() {
    var copy = original
    copy[id: 200]?.name = "Milk"
    let counter = Counter()
    let counted = IdentifiedArray(
      uniqueElements: (0..<1000).map { Counted(id: $0, counter: counter) })
    var countedCopy = counted
    countedCopy[id: 200]?.name = "Milk"
    #expect(copy != original)
    #expect(countedCopy != counted)
    #expect(counter.comparisons <= Self.size)
  }
}

private final class Counter {
  var comparisons = 0
}

private struct Counted: Equatable, Identifiable {
  let id: Int
  var name = ""
  let counter: Counter

  static func == (lhs: Counted, rhs: Counted) -> Bool {
    lhs.counter.comparisons += 1
    return lhs.id == rhs.id && lhs.name == rhs.name
  }
}
