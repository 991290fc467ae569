import DependencyInjection
import Locking
import Testing

struct DefaultValueLifetimeTests {
  @Test("A live value is made once, however many tasks ask for it at once")
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

  @Test("A live value may need another one")
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

  @Test("A live value is made apart from what is overridden where it is first read")
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

  @Test("All who read a test value in a scope share it")
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

  @Test("A test value that holds state is not shared by tests", arguments: 1...10)
  func ownInTest(run: Int) async {
    @Dependency(\.tally) var tally
    #expect(tally.next() == 1)
    await Task.yield()
    #expect(tally.next() == 2)
  }

  @Test("A model keeps the test value of the scope it was made in")
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
