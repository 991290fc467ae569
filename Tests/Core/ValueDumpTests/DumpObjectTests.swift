import Testing
import ValueDump

@Suite("Dumps of objects")
struct DumpObjectTests {
  @Test("Objects are numbered by their first visit, those of each type from one")
  func numbers() {
    final class Leaf {}
    let node = Node("a")
    #expect(
      dumped([node, Leaf(), Node("b"), node] as [Any]) == """
        [
          [0]: #1 Node(
            name: "a",
            next: nil
          ),
          [1]: #1 DumpObjectTests.Leaf(),
          [2]: #2 Node(
            name: "b",
            next: nil
          ),
          [3]: #1 Node(↩︎)
        ]
        """)
  }

  @Test("A cycle of objects is cut")
  func cycle() {
    let node = Node("a")
    node.next = Node("b", next: node)
    defer { node.next = nil }
    #expect(
      dumped(node)
        == """
        #1 Node(
          name: "a",
          next: #2 Node(
            name: "b",
            next: #1 Node(↩︎)
          )
        )
        """)
  }

  @Test("The fields of a superclass come first")
  func inheritance() {
    class Base { let a = 1 }
    final class Derived: Base { let b = 2 }
    #expect(dumped(Derived()) == "#1 DumpObjectTests.Derived(\n  a: 1,\n  b: 2\n)")
  }

  @Test("An object that a value makes for its dump is not taken for another")
  func temporaryObjects() {
    struct Maker: CustomDumpRepresentable {
      var customDumpValue: Any { Node("made") }
    }
    let text = dumped([Maker(), Maker(), Maker()])
    #expect(!text.contains("↩︎"))
    #expect(text.contains("#3 Node("))
  }
}
