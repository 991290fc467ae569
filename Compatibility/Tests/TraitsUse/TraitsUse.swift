import ConcurrencyExtrasTestSupport
import DependenciesTestSupport
import Foundation
import IssueReportingTestSupport
import Testing

@Suite(.dependencies)
struct TraitsUse {
  @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 42)))
  func aValue() {
    @Dependency(\.date.now) var now
    #expect(now == Date(timeIntervalSince1970: 42))
  }

  @Test(user, page)
  func taskLocalValues() {
    #expect(Local.user == "Blob")
    #expect(Local.page == 7)
  }

  @Test(.dependency(\.shelf, Shelf()))
  func aValueThatIsNotSendable() {
    @Dependency(\.shelf) var shelf
    #expect(shelf.books.isEmpty)
  }

  @Test(.dependencies { $0.uuid = .incrementing })
  func severalValues() {
    @Dependency(\.uuid) var uuid
    #expect(uuid() == UUID(0))
  }
}

// The arguments of a macro cannot use names that macros in the same file generate.
private let user: TaskLocalTrait<String> = .taskLocal(Local.$user, "Blob")
private let page = Local.$page.set(7)

private enum Local {
  @TaskLocal static var user = ""
  @TaskLocal static var page = 0
}

private final class Shelf {
  var books: [String] = []
}

private enum ShelfKey: TestDependencyKey {
  static var testValue: UncheckedSendable<Shelf> { UncheckedSendable(Shelf()) }
}

extension DependencyValues {
  fileprivate var shelf: Shelf {
    get { self[ShelfKey.self].value }
    set { self[ShelfKey.self] = UncheckedSendable(newValue) }
  }
}
