import DependencyInjection
import Platform
import Testing

struct DefaultValueLifetimeTests {
  @Test("A live value is created once, even if many tasks request it at the same time")
  func liveOnce() async {
    enum Key: DependencyKey {
      static let made = Mutex(0)
      static var liveValue: Int {
        made.withLock {
          $0 += 1
          return $0
        }
      }
    }
    await withDependencies {
      $0.context = .live
    } operation: {
      await withTaskGroup(of: Int.self) { group in
        for _ in 1...50 { group.addTask { DependencyValues.current[Key.self] } }
        for await value in group { #expect(value == 1) }
      }
    }
  }

  @Test("A live value can depend on a second live value")
  func liveNeedsLive() {
    enum Outer: DependencyKey {
      static var liveValue: String {
        @Dependency(PlaceKey.self) var place
        return "outer of \(place)"
      }
    }
    let value = withDependencies {
      $0.context = .live
    } operation: {
      DependencyValues.current[Outer.self]
    }
    #expect(value == "outer of live")
  }

  @Test("A live value ignores the overrides of the scope that reads it first")
  func liveApart() {
    enum Outer: DependencyKey {
      static var liveValue: String { DependencyValues.current.place }
    }
    let value = withDependencies {
      $0.context = .live
      $0.place = "overridden"
    } operation: {
      DependencyValues.current[Outer.self]
    }
    #expect(value == "live")
  }

  @Test("All reads in a scope share a test value")
  func sharedInScope() {
    withDependencies { _ in
    } operation: {
      @Dependency(\.tally) var first
      @Dependency(\.tally) var second
      first.next()
      withDependencies {
        $0.number = 42
      } operation: {
        @Dependency(\.tally) var inner
        #expect(inner.next() == 2)
      }
      #expect(second.next() == 3)
    }
  }

  @Test("Tests don't share the state of a test value", arguments: 1...10)
  func ownInTest(run: Int) async {
    @Dependency(\.tally) var tally
    #expect(tally.next() == 1)
    await Task.yield()
    #expect(tally.next() == 2)
  }

  @Test("A model keeps the test value of the scope that created it")
  func kept() {
    final class Holder { @Dependency(\.tally) var tally }
    let (holder, first) = withDependencies {
      $0.number = 42
    } operation: {
      let holder = Holder()
      return (holder, holder.tally)
    }
    #expect(holder.tally === first)
  }
}
