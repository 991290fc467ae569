import DependencyInjection
import Issues
import Testing

struct WithDependenciesFromModelTests {
  final class Child: Model {}
  final class Bare {}

  func model() -> Model {
    withDependencies {
      $0.number = 42
      $0.place = "parent"
    } operation: {
      Model()
    }
  }

  @Test("A child model inherits the dependencies of its parent")
  func child() {
    let child = withDependencies(from: model()) { Model() }
    #expect(child.number == 42)
    #expect(child.place == "parent")
  }

  @Test("A child model can override inherited dependencies")
  func childWithOverride() async {
    let model = model()
    let child = withDependencies(from: model) {
      $0.number += 1
    } operation: {
      Model()
    }
    #expect(child.number == 43)
    #expect(child.place == "parent")
    let number = await withDependencies(from: model) {
      $0.number += 2
    } operation: {
      await Task.yield()
      return Model().number
    }
    #expect(number == 44)
  }

  @Test("Overrides at the creation of the child take precedence over the parent's")
  func currentWins() {
    let model = model()
    withDependencies {
      $0.number = 7
    } operation: {
      let child = withDependencies(from: model) { Model() }
      #expect(child.number == 7)
      #expect(child.place == "parent")
    }
  }

  @Test("The dependencies of a model's superclass are found")
  func superclass() {
    let parent: Model = withDependencies {
      $0.number = 42
    } operation: {
      Child()
    }
    #expect(withDependencies(from: parent) { Model() }.number == 42)
  }

  @Test("A model without dependencies passes on those under which it was returned")
  func returned() throws {
    func make(_ value: Int) -> Bare {
      withDependencies {
        $0.number = value
      } operation: {
        Bare()
      }
    }
    let (one, other) = (make(1), make(2))
    let child = withDependencies(from: one) { Bare() }
    for (model, value) in [(one, 1), (other, 2), (child, 1)] {
      #expect(withDependencies(from: model) { Model() }.number == value)
    }
    // An override around the child's creation takes precedence, as it does for models with
    // dependencies.
    let model = withDependencies(from: one) {
      $0.number = 3
    } operation: {
      Model()
    }
    #expect(model.number == 3)
    // Objects that are gone are forgotten, also if another object has the same address.
    for value in 0..<1_000 {
      #expect(withDependencies(from: make(value)) { Model() }.number == value)
    }
    let issues = IssueCollector()
    for _ in 0..<100 { issues { withDependencies(from: Bare()) {} } }
    #expect(issues.issues.count == 100)
  }

  @Test("A model without dependencies is reported, and the operation still runs")
  func bare() throws {
    let collect = IssueCollector()
    let line = UInt(#line) + 2
    let ran = collect {
      withDependencies(from: Bare()) { true }
    }
    #expect(ran)
    let issue = try #require(collect.issues.first)
    #expect(collect.issues.count == 1)
    #expect(issue.message.contains("'Bare', which has no '@Dependency'"))
    #expect(issue.location?.line == line)
  }
}
