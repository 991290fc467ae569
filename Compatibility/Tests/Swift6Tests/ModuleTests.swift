import CasePaths
import Clocks
import CombineSchedulers
import ConcurrencyExtras
import CustomDump
import Dependencies
import DependenciesMacros
import Foundation
import IdentifiedCollections
import IssueReporting
import Perception
import Sharing
import SwiftNavigation
import Testing
import XCTestDynamicOverlay

@DependencyClient
struct FactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension FactClient: TestDependencyKey {
  static let testValue = FactClient()
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

@CasePathable
@dynamicMemberLookup
enum Destination {
  case edit(Int)
  case help
}

@Perceptible
final class Model {
  var count = 0
}

struct ModuleTests {
  @Test("A test can override a client")
  func client() async throws {
    try await withDependencies {
      $0.factClient.fetch = { "\($0) is a number" }
      $0.date.now = Date(timeIntervalSince1970: 0)
    } operation: {
      @Dependency(\.date.now) var now
      @Dependency(\.factClient) var factClient
      #expect(now == Date(timeIntervalSince1970: 0))
      let fact = try await factClient.fetch(42)
      #expect(fact == "42 is a number")
    }
  }

  @Test("Each module exports what its users need")
  func modules() async throws {
    #expect(Destination.edit(1).is(\.edit))
    let clock = TestClock()
    await clock.advance(by: .seconds(1))
    expectNoDifference(IdentifiedArray(uniqueElements: [1], id: \.self).count, 1)
    #expect(LockIsolated(1).value == 1)
    #expect(AnyHashableSendable(1) == AnyHashableSendable(1))
    await Task.megaYield()
    withExpectedIssue { reportIssue("Something is wrong.") }
    #expect(isTesting)
    let scheduler = DispatchQueue.test
    let task = Task { try await scheduler.eraseToAnyScheduler().sleep(for: .seconds(1)) }
    await scheduler.advance(by: 1)
    try await task.value
  }

  @Test("State is shared by its key")
  func sharing() {
    @Shared(.inMemory("count")) var count = 0
    @SharedReader(.inMemory("count")) var seen = 0
    $count.withLock { $0 += 1 }
    #expect(seen == 1)
  }

  @Test("Alert states can be created without a user interface")
  func navigation() {
    let alert = AlertState<Int> {
      TextState("Remove?")
    } actions: {
      ButtonState(role: .destructive, action: 1) { TextState("Remove") }
    }
    #expect(alert.title == TextState("Remove?"))
  }

  @Test("The Perceptible macro makes a class observable")
  func perception() async {
    let model = Model()
    let hasChanged = LockIsolated(false)
    withPerceptionTracking {
      _ = model.count
    } onChange: {
      hasChanged.setValue(true)
    }
    model.count += 1
    #expect(hasChanged.value)
  }
}
