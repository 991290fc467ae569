import Port
import Testing

@Suite("The root feature of a recordable port")
struct RootFeatureTests {
  private let leaf = "@Reducer struct Leaf { struct State { var a = 1 } }\n"
  private let bare = "@Reducer struct Bare { struct State { var a: Int } }\n"

  private func state(_ text: String, _ name: String? = nil) throws -> String {
    try Trial(text).root(name).state
  }

  @Test("The root contains the most reducers")
  func largest() throws {
    let parent = "@Reducer struct Root { struct State { var a: Leaf.State?; var b = Int() } }\n"
    #expect(try state(leaf + parent) == "Root.State()")
    #expect(try state(leaf + parent, "Leaf") == "Leaf.State()")
  }

  @Test(
    "The state of the root needs no arguments",
    arguments: [
      ("struct State { let a: Bare.State }", nil),
      ("struct State { let a: Bare.State; init(_ b: Int = 1) {} }", "Root.State()"),
      ("struct State { let a: Bare.State; init(_ b: Int) {} }", nil),
      ("struct State { @Shared(.a) var a: Bare.State }", "Root.State()"),
      ("enum State { case a(Bare.State), b(Leaf.State) }", "Root.State.b(Leaf.State())"),
      ("enum State { case a(Bare.State), b }", "Root.State.b"),
      ("enum State { case a(Bare.State); init() { self = .a(.b) } }", "Root.State()"),
      ("enum State { case a(Bare.State), b(c: Leaf.State), d(Leaf.State, Int) }", nil),
    ])
  func made(_ declaration: String, _ expected: String?) throws {
    for text in [
      "@Reducer struct Root { \(declaration) }",
      "@Reducer struct Root {}\nextension Root { \(declaration) }",
    ] {
      #expect(try state(leaf + bare + text) == expected ?? "Leaf.State()", "\(text)")
    }
  }

  @Test("An enumeration of features begins with the first one that can be made")
  func enumerations() throws {
    let trial = Trial("@Reducer enum Root { case a(Bare), b(Leaf) }", other: leaf + bare)
    let root = try trial.root()
    #expect(root.name == "Root" && root.isEnumeration)
    #expect(root.state == "Root.State.b(Leaf.State())")
    #expect(root.modules == ["App", "Other"])
    let unmade = "@Reducer enum Root { case a(Root), b(Bare) }"
    #expect(try state(bare + leaf + unmade) == "Leaf.State()")
  }

  @Test("A reducer within another type is a part of it")
  func nested() throws {
    let text = "@Reducer struct Root { @Reducer enum Path { case a(Leaf) }; struct State {} }\n"
    #expect(try Trial(leaf + text).root().name == "Root")
    #expect(throws: PortError.noRoot("Path")) { try Trial(leaf + text).root("Path") }
  }

  @Test("An app without one is an error that names the remedy")
  func missing() {
    #expect(throws: PortError.noRoot(nil)) { try Trial(bare).root() }
    #expect("\(PortError.noRoot(nil))".contains("--root"))
  }

  @Test("Modules with live values are linked, although no feature imports them")
  func liveModules() {
    let live = "extension C: DependencyKey { public static let liveValue = C() }"
    #expect(Trial(leaf, tests: live, beside: live).sources.liveModules == ["App"])
    #expect(Trial(leaf, tests: live, other: live).sources.liveModules == ["Other"])
    #expect(Trial(leaf, other: live.replacing("live", with: "test")).sources.liveModules == [])
  }
}
