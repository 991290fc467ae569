import RecordCoding
import RecordSchema
import TestSupport
import Testing

@Suite("The tree of a value")
struct ValueTreeTests {
  private let numbers = RecordedValue.sequence((0..<10).map { .signed($0) })

  private func lines(
    mostParts: Int = 500, needs: String? = nil, isOpen: @escaping (String, Int) -> Bool
  ) -> [String] {
    ValueTree(
      of: numbers, as: .array(.signed(bits: 64)), in: Schema(), mostParts: mostParts,
      isNeeded: { $0 == needs }, isOpen: isOpen
    ).nodes.map { $0.leftOut > 0 ? "\($0.leftOut) more" : $0.path }
  }

  @Test("has only the nodes that are open")
  func closed() {
    #expect(lines { _, _ in false } == [""])
    #expect(lines { _, depth in depth == 0 }.count == 11)
  }

  @Test("leaves out what is too much, but for what is needed")
  func leftOut() {
    let lines = lines(mostParts: 2, needs: "[7]") { _, _ in true }
    #expect(lines == ["", "[0]", "[1]", "[7]", "7 more"])
  }

  @Test(
    "marks a node that changed, is a part of what changed, or holds it",
    arguments: [
      ("a", TreeMark.within), ("a.b", .changed), ("a.b.c", .changed), ("a.bc", .none),
      ("", .within), ("x", .within), ("x[0]", .none),
    ])
  func marks(path: String, mark: TreeMark) {
    #expect(TreeMark(of: path, changed: ["a.b", "x order"]) == mark)
  }

  @Test("marks every node where the whole value changed")
  func wholeMark() {
    #expect(TreeMark(of: "a", changed: [""]) == .changed)
    #expect(TreeMark(of: "a", changed: []) == .none)
  }
}
