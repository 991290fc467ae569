import Dependencies
import Testing

/// Tests the overrides of dependencies, and their scope.
struct WithDependenciesTests {
  private struct Failure: Error {}

  private final class Model {
    @Dependency(\.greeter.name) var name
    @Dependency(\.date.now) var now

    func makeChild() -> Model { withDependencies(from: self) { Model() } }
  }

  private struct Plain {
    @Dependency(Greeter.self) var greeter
  }

  @Test("An override applies only within its operation")
  func scope() {
    @Dependency(\.greeter) var greeter
    withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      #expect(greeter.name == "Blob")
    }
    #expect(greeter.name == "test")
  }

  @Test("withDependencies returns the result of its operation")
  func result() {
    let name = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      Plain().greeter.name
    }
    #expect(name == "Blob")
  }

  @Test("withDependencies rethrows the error of its operation")
  func throwing() {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.greeter.name = "Blob"
      } operation: {
        throw Failure()
      }
    }
    #expect(throws: Failure.self) {
      try withDependencies { _ in
        throw Failure()
      } operation: {
      }
    }
  }

  @Test("A dependency can be overridden by its key")
  func key() {
    withDependencies {
      $0[Greeter.self] = Greeter(name: "Blob")
    } operation: {
      @Dependency(\.greeter) var greeter
      #expect(greeter.name == "Blob")
    }
  }

  @Test("Nested overrides accumulate")
  func nesting() {
    withDependencies {
      $0.greeter.name = "outer"
      $0.uuid = .constant(UUID(1))
    } operation: {
      withDependencies {
        $0.greeter.name += " inner"
      } operation: {
        @Dependency(\.uuid) var uuid
        #expect(Plain().greeter.name == "outer inner")
        #expect(uuid() == UUID(1))
      }
      #expect(Plain().greeter.name == "outer")
    }
  }

  @Test("An asynchronous operation uses the overrides")
  func asynchronous() async {
    let name = await withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      await Task.yield()
      return Plain().greeter.name
    }
    #expect(name == "Blob")
  }

  @Test("A task inherits the overrides")
  func task() async {
    let task = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      Task { Plain().greeter.name }
    }
    #expect(await task.value == "Blob")
  }

  @Test("Child tasks inherit the overrides")
  func childTasks() async {
    await withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      async let first = Plain().greeter.name
      let names = await withTaskGroup(of: String.self) { group in
        group.addTask { Plain().greeter.name }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(await first == "Blob")
      #expect(names == ["Blob"])
    }
  }

  @Test("A model keeps the dependencies with which it was created")
  func captured() {
    let model = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      Model()
    }
    #expect(model.name == "Blob")
  }

  @Test("An override at the time of use takes precedence over the captured override")
  func precedence() {
    let model = withDependencies {
      $0.greeter.name = "captured"
    } operation: {
      Model()
    }
    withDependencies {
      $0.greeter.name = "used"
    } operation: {
      #expect(model.name == "used")
    }
  }

  @Test("A child model inherits the dependencies of its parent")
  func child() {
    let model = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      Model()
    }
    #expect(model.makeChild().makeChild().name == "Blob")
  }

  @Test("A child model inherits the dependencies of its parent, with overrides")
  func overriddenChild() {
    let model = withDependencies {
      $0.greeter.name = "Blob"
      $0.date = .constant(Date(timeIntervalSince1970: 1))
    } operation: {
      Model()
    }
    let child = withDependencies(from: model) {
      $0.greeter.name += " Jr."
    } operation: {
      Model()
    }
    #expect(child.name == "Blob Jr.")
    #expect(child.now == Date(timeIntervalSince1970: 1))
  }

  @Test("Deriving dependencies from a model without dependencies reports an issue")
  func modelWithoutDependencies() {
    final class Empty {}
    withKnownIssue {
      withDependencies(from: Empty()) {}
    }
  }

  @Test("An escaping closure continues with the captured dependencies")
  func escaping() {
    let closure = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      withEscapedDependencies { dependencies in
        { dependencies.yield { Plain().greeter.name } }
      }
    }
    #expect(Plain().greeter.name == "test")
    #expect(closure() == "Blob")
  }

  @Test("An asynchronous escaping closure continues with the captured dependencies")
  func escapingAsynchronously() async {
    let continuation = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      withEscapedDependencies { $0 }
    }
    let name = await Task.detached {
      await continuation.yield {
        await Task.yield()
        return Plain().greeter.name
      }
    }.value
    #expect(name == "Blob")
  }

  @Test("Initial values are created without overrides")
  func values() {
    var values = DependencyValues()
    #expect(values.greeter.name == "test")
    values.greeter.name = "Blob"
    #expect(values.greeter.name == "Blob")
    #expect(DependencyValues().greeter.name == "test")
  }
}
