import DependencyInjection
import Issues
import Testing

struct PrepareDependenciesTests {
  /// Runs `operation` in a scope whose prepared dependencies affect nothing else.
  func scope(_ operation: () -> Void) {
    withDependencies { _ in
    } operation: {
      operation()
    }
  }

  @Test("A prepared dependency becomes the default")
  func prepared() {
    scope {
      prepareDependencies { $0.number = 42 }
      @Dependency(\.number) var number
      #expect(number == 42)
      withDependencies {
        $0.number = 7
      } operation: {
        #expect(number == 7)
      }
    }
  }

  @Test("A preparation can read the values it has prepared")
  func result() {
    scope {
      let number = prepareDependencies {
        $0.number = 41
        $0.number += 1
        return $0.number
      }
      #expect(number == 42)
      #expect(DependencyValues.current.number == 42)
    }
  }

  @Test("A prepared context determines the defaults")
  func context() {
    scope {
      prepareDependencies { $0.context = .preview }
      #expect(DependencyValues.current.context == .preview)
      #expect(DependencyValues.current.place == "preview")
    }
  }

  @Test("Values that are prepared in an overridden context count in that context")
  func preparedInContext() {
    scope {
      withDependencies {
        $0.context = .live
      } operation: {
        prepareDependencies { $0.number = 5 }
        #expect(DependencyValues.current.number == 5)
      }
      #expect(DependencyValues.current.number != 5)
    }
  }

  @Test("A dependency that was read before it is prepared keeps its value and is reported")
  func tooLate() throws {
    let collect = IssueCollector()
    try collect {
      var line: UInt = 0
      scope {
        #expect(DependencyValues.current.number == 0)
        line = UInt(#line) + 1
        prepareDependencies { $0.number = 42 }
        #expect(DependencyValues.current.number == 0)
      }
      let issue = try #require(collect.issues.first)
      #expect(issue.message.contains("key 'NumberKey' was prepared after it had been read"))
      #expect(issue.location?.line == line)
    }
    #expect(collect.issues.count == 1)
  }

  @Test("A dependency that is prepared twice keeps its first value and is reported")
  func twice() {
    let collect = IssueCollector()
    collect {
      scope {
        prepareDependencies { $0.number = 1 }
        prepareDependencies { $0.number = 2 }
        #expect(DependencyValues.current.number == 1)
      }
    }
    #expect(collect.issues.count == 1)
  }
}
