import RecordCoding
import RecordedValues
import TestSupport
import Testing

@Suite("Value trees")
struct ValueTreeTests {
  private let numbers = RecordedValue.sequence((0..<10).map { .signed($0) })

  private func lines(
    maxParts: Int = 500, needs: String? = nil, isOpen: @escaping (String, Int) -> Bool
  ) -> [String] {
    ValueTree(
      of: numbers, as: .array(.signed(bits: 64)), in: Schema(), maxParts: maxParts,
      isNeeded: { $0 == needs }, isOpen: isOpen
    ).nodes.map { $0.leftOut > 0 ? "\($0.leftOut) more" : $0.path }
  }

  @Test("A tree contains only the open nodes")
  func closed() {
    #expect(lines { _, _ in false } == [""])
    #expect(lines { _, depth in depth == 0 }.count == 11)
  }

  @Test("A tree omits nodes beyond the limit, except for needed ones")
  func leftOut() {
    let lines = lines(maxParts: 2, needs: "[7]") { _, _ in true }
    #expect(lines == ["", "[0]", "[1]", "[7]", "7 more"])
  }

  @Test(
    "The values of a case are named by their labels or by the case",
    arguments: [
      (["first", "second"], ["first", "second"]), ([nil, nil], ["c.0", "c.1"]),
      ([nil, "second"], ["c.0", "second"]), ([nil], ["c"]), (["only"], ["only"]),
    ] as [([String?], [String])])
  func payloads(labels: [String?], names: [String]) {
    let list = TypeReference.array(.signed(bits: 64))
    let choice = RecordCase("c", labels.map { RecordField($0, list) })
    let schema = Schema(types: [TypeDefinition(name: "E", kind: .enumeration([choice]))])
    let tree = ValueTree(
      of: .enumeration(case: 0, payload: labels.map { _ in numbers }), as: .named(0), in: schema
    ) { _, depth in depth == 0 }
    #expect(tree.nodes.dropFirst().map(\.label) == names)
  }

  @Test(
    "A node is marked if it changed, or is an ancestor or a descendant of a change",
    arguments: [
      ("a", TreeMark.within), ("a.b", .changed), ("a.b.c", .changed), ("a.bc", .none),
      ("", .within), ("x", .within), ("x[0]", .none),
    ])
  func marks(path: String, mark: TreeMark) {
    #expect(TreeMark(of: path, changed: ["a.b", "x order"]) == mark)
  }

  @Test("Every node is marked if the whole value changed")
  func wholeMark() {
    #expect(TreeMark(of: "a", changed: [""]) == .changed)
    #expect(TreeMark(of: "a", changed: []) == .none)
  }
}
