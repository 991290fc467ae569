import CaseKeyPaths
import Testing

@Suite("Case paths of the standard library's enums")
struct StandardEnumTests {
  private struct Failure: Error, Equatable {}

  @Test("An optional has the cases none and some")
  func optional() {
    #expect((\Int?.Cases.some)(3) == 3)
    #expect((\Int?.Cases.none)() == Int?.none)
    #expect(Int?.some(3)[case: \.some] == 3)
    #expect(Int?.none[case: \.some] == nil)
    // The name is read outside of `#expect`, which calls an optional's method on the wrapped value.
    let noneIsNone = Int?.none.is(\.none)
    let someIsNone = Int?.some(3).is(\.none)
    #expect(noneIsNone)
    #expect(!someIsNone)
    #expect(Array(Int?.allCasePaths) == [\.none, \.some])
    #expect(Int?.allCasePaths[3] == \.some)
    #expect(Int?.allCasePaths[nil] == \.none)
  }

  @Test("A key path can continue through an optional")
  func throughOptional() {
    let path = AnyCasePath(\Action?.Cases.some.set)
    #expect(path.embed(1) == .set(1))
    #expect(path.extract(from: .some(.set(2))) == 2)
    #expect(path.extract(from: nil) == nil)
  }

  @Test("The case of an optional enum can be read and set")
  func optionalEnum() {
    var destination: Action? = .set(3)
    #expect(destination[case: \.set] == 3)
    #expect(destination[case: \.first] == nil)
    destination[case: \.first] = 4
    #expect(destination == .first(4))
  }

  @Test("Setting a case of an optional enum to nil clears it only if it is in the case")
  func clearOptionalEnum() {
    var destination: Action? = .set(3)
    destination[case: \.first] = nil
    #expect(destination == .set(3))
    destination[case: \.set] = nil
    #expect(destination == nil)
    #expect(destination[case: \.set] == nil)
  }

  @Test("A result has the cases success and failure")
  func result() {
    typealias Response = Result<Int, Failure>
    #expect((\Response.Cases.success)(3) == .success(3))
    #expect((\Response.Cases.failure)(Failure()) == .failure(Failure()))
    #expect(Response.success(3)[case: \.success] == 3)
    #expect(Response.success(3)[case: \.failure] == nil)
    #expect(Response.failure(Failure())[case: \.failure] == Failure())
    #expect(Array(Response.allCasePaths) == [\.success, \.failure])
    #expect(Response.allCasePaths[.success(1)] == \.success)
    #expect(Response.allCasePaths[.failure(Failure())] == \.failure)
  }
}
