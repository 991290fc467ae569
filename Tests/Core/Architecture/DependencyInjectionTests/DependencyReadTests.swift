import DependencyInjection
import Foundation
import Platform
import Testing

@Suite("Reads of dependencies")
struct DependencyReadTests {
  private final class Observer: DependencyReadObserver {
    let names = Mutex<[String]>([])

    func didRead<Key: TestDependencyKey>(
      _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
    ) {
      names.withLock { $0.append("\(property)") }
    }
  }

  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date

  private func names(of operation: () -> Void) -> [String] {
    let observer = Observer()
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.observeReads(by: observer)
    } operation: {
      operation()
    }
    return observer.names.withLock { $0 }
  }

  @Test("An observer is notified of each read while reads are watched")
  func reads() {
    // Reads outside of `watched` may be reported, too, because a different thread may be watching.
    let names = names {
      DependencyReads.watched {
        _ = uuid()
        _ = date.now
      }
    }
    #expect(names == ["uuid", "date"])
  }

  @Test("An observer stays active in nested scopes, and is not notified of assignments")
  func scopes() {
    let names = names {
      DependencyReads.watched {
        withDependencies {
          $0.uuid = .constant(UUID(1))
        } operation: {
          _ = uuid()
        }
      }
    }
    #expect(names == ["uuid"])
  }

  @Test("Reads without an observer are not reported")
  func noObserver() {
    let names = names {}
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      DependencyReads.watched { _ = uuid() }
    }
    #expect(names.isEmpty)
  }
}
