import CasePaths
import Testing

/// Tests case paths of standard library types and of functions.
struct CasePathTests {
  private enum Plain: Equatable {
    case number(Int)
    case named(text: String)
    case pair(Int, String)
    case none
  }

  @Test("An optional has case paths")
  func optional() {
    var value: Int? = 1
    #expect(value.is(\.some))
    #expect(!value.is(\.none))
    #expect(value[case: \.some] == 1)
    value.modify(\.some) { $0 += 1 }
    #expect(value == 2)
    #expect(Array(Int?.allCasePaths).count == 2)
  }

  @Test("An optional enumeration is read and written through its cases")
  func optionalEnumeration() {
    var destination: Foo? = .baz(1)
    #expect(destination[case: \.some.baz] == 1)
    #expect(destination?.baz == 1)
    destination.modify(\.some.baz) { $0 += 1 }
    #expect(destination == .baz(2))
    destination[case: \.baz] = nil
    #expect(destination == nil)
  }

  @Test("A case path can lead into the value of an optional enumeration")
  func optionalChaining() {
    let path: CaseKeyPath<Foo?, Int> = \.some.baz
    #expect(path(1) == .some(.baz(1)))
    #expect(Foo?.none[case: path] == nil)
  }

  @Test("A result has case paths")
  func result() {
    struct Failure: Error, Equatable {}
    let success = Result<Int, Failure>.success(1)
    #expect(success.is(\.success))
    #expect(success[case: \.success] == 1)
    #expect(success[case: \.failure] == nil)
    #expect((\Result<Int, Failure>.Cases.failure)(Failure()) == .failure(Failure()))
  }

  @Test("A case path is created from a pair of functions")
  func functions() {
    let path = AnyCasePath<Plain, Int>(
      embed: { .number($0) },
      extract: {
        guard case .number(let number) = $0 else { return nil }
        return number
      })
    #expect(path.embed(1) == .number(1))
    #expect(path.extract(from: .none) == nil)
  }

  @Test("A case path is created from a case key path")
  func keyPath() {
    let path = AnyCasePath(\Foo.Cases.bar.int)
    #expect(path.embed(1) == .bar(.int(1)))
    #expect(path.extract(from: .bar(.int(2))) == 2)
  }

  @Test("Case paths can be appended")
  func appending() {
    let path = Foo.allCasePaths.bar.appending(path: Bar.allCasePaths.string)
    #expect(path.embed("a") == .bar(.string("a")))
    #expect(path.extract(from: .bar(.string("a"))) == "a")
    #expect(path.extract(from: .bar(.int(1))) == nil)
  }

  @Test("The identity case path embeds and extracts the value itself")
  func identity() {
    let path = AnyCasePath<Foo, Foo>()
    #expect(path.embed(.quiet) == .quiet)
    #expect(path.extract(from: .baz(1)) == .baz(1))
  }

  @Test("modify changes the associated value and returns the result of its closure")
  func modify() throws {
    var foo = Foo.baz(1)
    let doubled = try Foo.allCasePaths.baz.modify(&foo) { number -> Int in
      number += 1
      return number * 2
    }
    #expect(foo == .baz(2))
    #expect(doubled == 4)
  }

  @Test("modify throws if the value is in a different case")
  func modifyOtherCase() {
    var foo = Foo.quiet
    #expect(throws: (any Error).self) {
      try Foo.allCasePaths.baz.modify(&foo) { $0 += 1 }
    }
    #expect(foo == .quiet)
  }

  @Test("A case path can be created by reflection from a case of any enumeration")
  func reflection() {
    let number = AnyCasePath(unsafe: Plain.number)
    #expect(number.embed(1) == .number(1))
    #expect(number.extract(from: .number(2)) == 2)
    #expect(number.extract(from: .none) == nil)
    let named = AnyCasePath(unsafe: Plain.named(text:))
    #expect(named.extract(from: .named(text: "a")) == "a")
    let pair = AnyCasePath(unsafe: { Plain.pair($0, $1) })
    #expect(pair.extract(from: .pair(1, "a"))?.1 == "a")
  }

  @Test("The description of a case path names its types")
  func description() {
    #expect(String(reflecting: Foo.allCasePaths.baz) == "AnyCasePath<Foo, Int>")
  }
}
