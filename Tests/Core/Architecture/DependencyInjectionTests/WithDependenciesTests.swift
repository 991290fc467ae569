import DependencyInjection
import Testing

struct WithDependenciesTests {
  struct Failure: Error, Equatable {}

  @Dependency(\.number) var number
  @Dependency(\.place) var place

  @Test("An override applies only during the operation")
  func scope() {
    let inside = withDependencies {
      $0.number = 42
    } operation: {
      number
    }
    #expect(inside == 42)
    #expect(number == 0)
  }

  @Test("An inner override adds to the outer ones")
  func nesting() {
    withDependencies {
      $0.number = 1
      $0.place = "outer"
    } operation: {
      withDependencies {
        #expect($0.number == 1)
        $0.number += 1
      } operation: {
        #expect(number == 2)
        #expect(place == "outer")
      }
      #expect(number == 1)
    }
  }

  @Test("An error in the operation is rethrown, and the override ends")
  func operationThrows() {
    #expect(throws: Failure()) {
      try withDependencies {
        $0.number = 42
      } operation: {
        throw Failure()
      }
    }
    #expect(number == 0)
  }

  @Test("An error while overriding is rethrown, and the operation does not run")
  func updateThrows() {
    #expect(throws: Failure()) {
      try withDependencies { _ in
        throw Failure()
      } operation: {
        Issue.record("The operation ran.")
      }
    }
  }

  @Test("An override applies across suspensions and in child tasks")
  func tasks() async {
    let task = await withDependencies {
      $0.number = 42
    } operation: {
      await Task.yield()
      #expect(number == 42)
      async let child = number
      #expect(await child == 42)
      return Task { number }
    }
    #expect(await task.value == 42)
    #expect(number == 0)
  }

  @Test("An override does not apply to a detached task")
  func detached() async {
    await withDependencies {
      $0.number = 42
    } operation: {
      #expect(await Task.detached { number }.value == 0)
    }
  }

  @Test("Concurrent overrides don't affect each other")
  func concurrent() async {
    await withTaskGroup(of: Bool.self) { group in
      for index in 1...20 {
        group.addTask {
          await withDependencies {
            $0.number = index
          } operation: {
            await Task.yield()
            return number == index
          }
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
  }

  @MainActor
  @Test("The asynchronous form stays on the caller's actor")
  func isolation() async {
    // The object isn't sendable: this compiles only if the operation stays on the main actor.
    var numbers: [Int] = []
    await withDependencies {
      $0.number = 42
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      numbers.append(number)
    }
    #expect(numbers == [42])
  }

  @Test("The values of one scope can be applied in a second scope")
  func runUnder() async {
    let values = withDependencies {
      $0.number = 42
    } operation: {
      DependencyValues.current
    }
    #expect(DependencyValues.run(under: values) { number } == 42)
    let later = await DependencyValues.run(under: values) {
      await Task.yield()
      return number
    }
    #expect(later == 42)
    #expect(number == 0)
  }

  @Test("Changing a copy of the values does not change the original")
  func copies() {
    let original = DependencyValues.current
    var copy = original
    copy.number = 42
    #expect(copy.number == 42)
    #expect(original.number == 0)
  }
}
