import DependencyInjection
import Testing

struct WithEscapedDependenciesTests {
  @Test("Dependencies can be carried into an escaping closure")
  func escape() {
    let closure = withDependencies {
      $0.number = 42
    } operation: {
      withEscapedDependencies { dependencies in
        { dependencies.yield { DependencyValues.current.number } }
      }
    }
    #expect(closure() == 42)
    #expect(DependencyValues.current.number == 0)
  }

  @Test("Dependencies can be carried into a detached task")
  func detached() async {
    let task = await withDependencies {
      $0.number = 42
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.yield()
        return Task.detached {
          await dependencies.yield {
            await Task.yield()
            return DependencyValues.current.number
          }
        }
      }
    }
    #expect(await task.value == 42)
  }
}
