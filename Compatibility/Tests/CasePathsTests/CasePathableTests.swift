import CasePaths
import Testing

@CasePathable
@dynamicMemberLookup
enum Foo: Equatable {
  case bar(Bar)
  case baz(Int)
  case pair(x: Int, y: Int)
  case quiet
}

@CasePathable
@dynamicMemberLookup
enum Bar: Equatable {
  case int(Int)
  case string(String)
}

@CasePathable
@dynamicMemberLookup
enum Loading<Value> {
  case waiting
  case loaded(Value)
}

enum Screen {
  @CasePathable
  enum Destination: Equatable {
    case edit(Int?)
    case help
  }
}

/// Tests the case key paths of a type with `@CasePathable`.
struct CasePathableTests {
  @Test("A case path embeds and extracts a value")
  func embedding() {
    #expect(Foo.allCasePaths.baz.embed(1) == .baz(1))
    #expect(Foo.allCasePaths.baz.extract(from: .baz(1)) == 1)
    #expect(Foo.allCasePaths.baz.extract(from: .quiet) == nil)
  }

  @Test("A case without associated values has a value of type Void")
  func void() {
    #expect(Foo.allCasePaths.quiet.extract(from: .quiet) != nil)
    #expect(Foo.allCasePaths.quiet.embed(()) == .quiet)
    #expect((\Foo.Cases.quiet)() == .quiet)
  }

  @available(*, deprecated)
  @Test(
    "Assigning to a case replaces its value, and changes no other case",
    arguments: [
      (Foo.baz(1), Foo.baz(2)), (.bar(.int(1)), .bar(.int(3))),
      (.bar(.string("")), .bar(.string(""))), (.quiet, .quiet),
      (.pair(x: 0, y: 0), .pair(x: 0, y: 5)),
    ])
  func assigning(before: Foo, after: Foo) {
    var (member, subscripted) = (before, before)
    member.baz = 2
    member.bar?.int = 3
    member.pair?.y = 5
    member.baz = nil
    #expect(member == after)
    subscripted[case: \.baz] = 2
    subscripted[case: \.bar.int] = 3
    if subscripted.is(\.pair) { subscripted[case: \.pair] = (x: 0, y: 5) }
    #expect(subscripted == after)
  }

  @Test("A case with several associated values has a labeled tuple")
  func tuple() {
    #expect(Foo.pair(x: 1, y: 2)[case: \.pair]?.y == 2)
    #expect((\Foo.Cases.pair)((x: 3, y: 4)) == .pair(x: 3, y: 4))
  }

  @Test("A case key path embeds a value")
  func keyPathEmbedding() {
    let path: CaseKeyPath<Foo, Int> = \.baz
    #expect(path(1) == .baz(1))
    #expect((\Foo.Cases.bar.int)(1) == .bar(.int(1)))
  }

  @Test("is(_:) returns whether a value is in a case")
  func isInCase() {
    #expect(Foo.baz(1).is(\.baz))
    #expect(Foo.quiet.is(\.quiet))
    #expect(!Foo.quiet.is(\.baz))
    #expect(Foo.bar(.int(1)).is(\.bar.int))
    #expect(!Foo.bar(.int(1)).is(\.bar.string))
  }

  @Test("A dynamic member returns the associated value of a case")
  func dynamicMember() {
    #expect(Foo.baz(1).baz == 1)
    #expect(Foo.baz(1).bar == nil)
    #expect(Foo.bar(.int(1)).bar?.int == 1)
    #expect([Foo.baz(1), .quiet, .baz(2)].compactMap(\.baz) == [1, 2])
  }

  @Test("A subscript reads through the cases of nested enumerations")
  func subscripting() {
    #expect(Foo.bar(.string("a"))[case: \.bar.string] == .some("a"))
    #expect(Foo.bar(.string("a"))[case: \.bar.int] == nil)
  }

  @Test("Assigning to a case subscript replaces the value of that case alone")
  func subscriptSetter() {
    var foo = Foo.quiet
    foo[case: \.baz] = 2
    #expect(foo == .quiet)
    foo = .bar(.int(1))
    foo[case: \.bar.int] = 3
    #expect(foo == .bar(.int(3)))
    foo[case: \.bar.string] = "a"
    #expect(foo == .bar(.int(3)))
    foo[case: \.bar] = .string("a")
    #expect(foo == .bar(.string("a")))
  }

  @Test("modify changes the associated value in place")
  func modify() {
    var foo = Foo.bar(.int(1))
    foo.modify(\.bar.int) { $0 += 1 }
    #expect(foo == .bar(.int(2)))
  }

  @Test("Modifying a different case reports an issue and changes nothing")
  func modifyOtherCase() {
    var foo = Foo.quiet
    withKnownIssue {
      foo.modify(\.baz) { $0 += 1 }
    }
    #expect(foo == .quiet)
  }

  @Test("Case key paths can be appended")
  func appending() {
    let bar: CaseKeyPath<Foo, Bar> = \.bar
    let int: CaseKeyPath<Bar, Int> = \.int
    let path = bar.appending(path: int)
    #expect(path(1) == .bar(.int(1)))
    #expect(Foo.bar(.int(2))[case: path] == 2)
    #expect(path == \Foo.Cases.bar.int)
  }

  @Test("Case key paths are equatable and hashable")
  func hashing() {
    let paths: Set<PartialCaseKeyPath<Foo>> = [\.bar, \.baz, \.bar]
    #expect(paths == [\.baz, \.bar])
    #expect((\Foo.Cases.bar as PartialCaseKeyPath<Foo>) != \.baz)
  }

  @Test("The identity key path leads to the value itself")
  func identity() {
    let path: CaseKeyPath<Foo, Foo> = \.self
    #expect(path(.quiet) == .quiet)
    #expect(Foo.baz(1)[case: path] == .baz(1))
  }

  @Test("allCasePaths iterates over the cases in order")
  func iteration() {
    #expect(Array(Foo.allCasePaths) == [\.bar, \.baz, \.pair, \.quiet])
    func count<Root: CasePathIterable>(of root: Root.Type) -> Int {
      Root.allCasePaths.reduce(0) { count, _ in count + 1 }
    }
    #expect(count(of: Bar.self) == 2)
  }

  @Test("allCasePaths returns the case path of a value's case")
  func reflection() {
    #expect(Foo.allCasePaths[.baz(1)] == \.baz)
    #expect(Foo.allCasePaths[.bar(.int(1))] == \.bar)
    #expect(Foo.allCasePaths[.quiet] != \.baz)
  }

  @Test("A partial case key path embeds only values of its type")
  func partialEmbedding() {
    let path: PartialCaseKeyPath<Foo> = \.baz
    #expect(path(1) == .baz(1))
    #expect(path("a") == nil)
    #expect(Foo.baz(1)[case: path] as? Int == 1)
  }

  @Test("A case key path can be a pattern in a switch")
  func matching() {
    func name(_ foo: Foo) -> String {
      switch foo {
      case \.bar.int: "int"
      case \.baz: "baz"
      default: "other"
      }
    }
    #expect([Foo.bar(.int(1)), .baz(1), .quiet].map(name) == ["int", "baz", "other"])
  }

  @Test("A generic enumeration has case paths")
  func generic() {
    #expect(Loading.loaded(1).is(\.loaded))
    #expect(Loading.loaded("a").loaded == "a")
    #expect((\Loading<Int>.Cases.loaded)(1).loaded == 1)
    #expect(Loading<Int>.waiting.loaded == nil)
  }

  @Test("A nested enumeration has case paths")
  func nested() {
    #expect(Screen.Destination.edit(1)[case: \.edit] == .some(1))
    #expect(Screen.Destination.edit(nil).is(\.edit))
    #expect(!Screen.Destination.help.is(\.edit))
  }

  @Test("A case path can lead into an optional associated value")
  func optionalValue() {
    #expect(Screen.Destination.edit(1)[case: \.edit.some] == 1)
    #expect(Screen.Destination.edit(nil)[case: \.edit.some] == nil)
    #expect((\Screen.Destination.Cases.edit.some)(2) == .edit(2))
  }
}
