import Testing
import ValueDump

@Suite("Dumps of objects")
struct DumpObjectTests {
  @Test("Objects are numbered in order of their first visit, from one for each type")
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

  @Test("A cycle of objects ends at the first repeated object")
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

  @Test("The fields of a superclass are dumped first")
  func inheritance() {
    class Base { let a = 1 }
    final class Derived: Base { let b = 2 }
    #expect(dumped(Derived()) == "#1 DumpObjectTests.Derived(\n  a: 1,\n  b: 2\n)")
  }

  @Test("Objects created during a dump are not mistaken for each other")
  func temporaryObjects() {
    struct Maker: CustomDumpRepresentable {
      var customDumpValue: Any { Node("made") }
    }
    let text = dumped([Maker(), Maker(), Maker()])
    #expect(!text.contains("↩︎"))
    #expect(text.contains("#3 Node("))
  }
}
