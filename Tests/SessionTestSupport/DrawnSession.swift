package import ComposableArchitecture
import DependencyInjection
import Foundation
import Issues
import Platform
import RecordCoding
package import RecordedValues
import Simulation

/// Random actions of a user, and the state after a reducer has reduced them without effects.
package struct DrawnSession<App: Reducer> where App.State: Recordable, App.Action: Recordable {
  package private(set) var state: App.State
  package private(set) var actions: [RecordedValue] = []
  package private(set) var paths: Set<String> = []
  /// The paths that can be drawn but were not.
  package private(set) var missingPaths: Set<String> = []
  package private(set) var issues: [String] = []

  /// Draws actions and reduces them. Throws an error for an action that cannot be decoded.
  package init(
    of app: App, from state: App.State, count: Int, seed: UInt64,
    excluding excluded: Set<String> = []
  ) throws {
    self.state = state
    let builder = SchemaBuilder()
    let stateType = builder.reference(to: App.State.self)
    let actionType = builder.reference(to: App.Action.self)
    let schema = builder.schema
    let user = UserActions(
      state: App.State.self, action: App.Action.self,
      now: Date(timeIntervalSinceReferenceDate: 0))
    let collector = IssueCollector()
    let reduce = app.assemble().reduce
    var generator = SeededGenerator(seed: seed)
    try withIssueReporters([collector]) {
      for _ in 0..<count {
        let drawn = user.draw(
          in: { schema.value(of: self.state, as: stateType) ?? .none },
          excluding: excluded.contains, &generator
        ) { (try? schema.typed($0, as: actionType, App.Action.self)) != nil }
        guard let drawn else { break }
        let known = collector.count
        let action = try schema.typed(drawn.value, as: actionType, App.Action.self)
        _ = reduce(&self.state, action)
        actions.append(drawn.value)
        paths.insert(drawn.path)
        if collector.count > known { issues.append(drawn.path) }
      }
    }
    issues += collector.messages
    missingPaths = Set(user.paths).subtracting(user.unknownPushes).subtracting(excluded)
      .subtracting(paths)
  }
}

private final class IssueCollector: IssueReporter {
  private let collected = Mutex<[String]>([])

  var messages: [String] { collected.withLock { $0 } }
  var count: Int { collected.withLock { $0.count } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    collected.withLock { $0.append(message) }
  }
}
