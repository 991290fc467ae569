import RecordCoding
import Testing

@Recordable
private indirect enum Chain {
  case end
  case link(Chain)

  init(depth: Int) {
    self = .end
    for _ in 1..<depth { self = .link(self) }
  }
}

/// A tree with one branch, in which each level is nested in a collection.
@Recordable
private struct Branch {
  var label = 0
  var children: [Branch] = []
  var named: [String: Branch] = [:]

  init(levels: Int, label: Int, inDictionary: Bool) {
    self.label = label
    for _ in 1..<levels {
      var parent = self
      parent.label = 0
      parent.children = inDictionary ? [] : [self]
      parent.named = inDictionary ? ["": self] : [:]
      self = parent
    }
  }
}

@Suite("Nesting depth")
struct DepthTests {
  private let limit = RecordEncoder.maximumDepth

  @Test("The deepest recordable value is read back by its type and by its schema")
  func deepest() throws {
    let bytes = recorded(Chain(depth: limit))
    #expect(bytes == [UInt8](repeating: 1, count: limit - 1) + [0])
    #expect(recorded(try read(Chain.self, from: bytes)) == bytes)
    try expectExact(from: Chain(depth: limit - 1), to: Chain(depth: limit))
  }

  @Test("Encoding a value that is too deep fails with the name of the type")
  func tooDeep() {
    var encoder = RecordEncoder()
    encoder.encode(Chain(depth: limit + 1))
    #expect(
      encoder.failure == .tooDeep(type: "RecordCodingTests.Chain", limit: limit))
  }

  @Test("Encoding a change that is too deep fails")
  func tooDeepChange() {
    var encoder = RecordEncoder()
    _ = encoder.encodeChange(from: Chain(depth: limit + 1), to: Chain(depth: limit + 2))
    #expect(
      encoder.failure == .tooDeep(type: "RecordCodingTests.Chain", limit: limit))
  }

  @Test("Collections count as levels of nesting", arguments: [false, true])
  func collections(inDictionary: Bool) throws {
    // Each level counts for itself and for the collection that contains the next level.
    let levels = limit / 2
    let old = Branch(levels: levels, label: 1, inDictionary: inDictionary)
    let new = Branch(levels: levels, label: 2, inDictionary: inDictionary)
    try expectExact(from: old, to: new)

    let deep = levels + 1
    var encoder = RecordEncoder()
    encoder.encode(Branch(levels: deep, label: 1, inDictionary: inDictionary))
    #expect(encoder.failure != nil)
    encoder.reset()
    _ = encoder.encodeChange(
      from: Branch(levels: deep, label: 1, inDictionary: inDictionary),
      to: Branch(levels: deep, label: 2, inDictionary: inDictionary))
    #expect(encoder.failure != nil)
  }

  @Test("Encoding keys and elements that are too deep fails")
  func keys() {
    var encoder = RecordEncoder()
    encoder.encode(Set([Nested(levels: limit)]))
    #expect(encoder.failure == .tooDeep(type: "RecordCodingTests.Nested", limit: limit))
    encoder.reset()
    encoder.encode([Nested(levels: limit): 1])
    #expect(encoder.failure == .tooDeep(type: "RecordCodingTests.Nested", limit: limit))
    encoder.reset()
    _ = encoder.encodeChange(from: [], to: Set([Nested(levels: limit)]))
    #expect(encoder.failure == .tooDeep(type: "RecordCodingTests.Nested", limit: limit))
    encoder.reset()
    encoder.encode(Set([Nested(levels: limit - 1)]))
    #expect(encoder.failure == nil)
  }

  @Test("Decoding rejects bytes with a value that is too deep")
  func hostile() {
    let bytes = [UInt8](repeating: 1, count: 100_000)
    #expect(throws: RecordDecodingError.tooDeep(limit: limit, offset: limit)) {
      try read(Chain.self, from: bytes)
    }
  }
}

@Recordable
private indirect enum Nested: Hashable {
  case end
  case next(Nested)

  init(levels: Int) {
    self = .end
    for _ in 1..<levels { self = .next(self) }
  }
}
