import DependencyInjection
import Testing

struct DependencyTests {
  @Test("A dependency without an override has its test value in a test")
  func defaultValue() {
    @Dependency(\.place) var place
    #expect(place == "test")
  }

  @Test("A dependency can be read and overridden by its key")
  func key() {
    @Dependency(PlaceKey.self) var place
    #expect(place == "test")
    withDependencies {
      $0[PlaceKey.self] = "here"
    } operation: {
      #expect(place == "here")
    }
  }

  @Test("A dependency keeps the value that was current when it was declared")
  func captured() {
    let model = withDependencies {
      $0.number = 42
    } operation: {
      Model()
    }
    #expect(model.number == 42)
  }

  @Test("An override at the read takes precedence over an override at the declaration")
  func currentWins() {
    let model = withDependencies {
      $0.number = 42
      $0.place = "declared"
    } operation: {
      Model()
    }
    withDependencies {
      $0.number = 7
    } operation: {
      #expect(model.number == 7)
      #expect(model.place == "declared")
    }
    #expect(model.number == 42)
  }

  @Test("A nested key path reads a part of a dependency")
  func nestedKeyPath() {
    @Dependency(\.client.name) var name
    withDependencies {
      $0.client.name = "mock"
    } operation: {
      #expect(name == "mock")
    }
  }

  @Test("A captured context determines the defaults, unless the read has a different context")
  func capturedContext() {
    let model = withDependencies {
      $0.context = .live
    } operation: {
      Model()
    }
    #expect(model.place == "live")
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(model.place == "preview")
    }
  }
}
