package import ComposableArchitecture
import Foundation

/// The alert center: a queue of alerts without duplicates.
///
/// Features post through their parent, which sends `post`. Effects post through the dependency
/// `alertCenter`. Their alerts become actions too, and a session therefore contains all alerts.
@Reducer(.recordable)
package struct AlertsFeature {
  package struct State: Equatable, Sendable {
    /// The alerts, oldest first.
    package var queue: [Alert]

    package init(queue: [Alert] = []) {
      self.queue = queue
    }

    /// The alert to show: the oldest one.
    package var first: Alert? { queue.first }

    package var count: Int { queue.count }
  }

  package enum Action: Equatable, Sendable {
    /// Appends an alert, unless the queue contains it already.
    case post(Alert)
    /// Removes an alert that the user has dealt with.
    case clear(Alert)
    case clearAll
    case listen
    case stopListening
  }

  @Dependency(\.alertCenter) private var center

  private enum CancelID { case postings }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .post(let alert):
      if !state.queue.contains(alert) { state.queue.append(alert) }
    case .clear(let alert):
      state.queue.removeAll { $0 == alert }
    case .clearAll:
      state.queue = []
    case .listen:
      return .run { [center] send in
        for await alert in center.postings() { await send(.post(alert)) }
      }
      .cancellable(id: CancelID.postings, cancelInFlight: true)
    case .stopListening:
      return .cancel(id: CancelID.postings)
    }
    return .none
  }
}

/// A message that the user should see.
@Recordable
package struct Alert: Hashable, Sendable {
  package var text: String
  package var severity: Severity

  package init(text: String, severity: Severity) {
    self.text = text
    self.severity = severity
  }

  /// Parses an alert such as `error: No network`, or `No network` for an `info` alert.
  ///
  /// Returns `nil` if the text is empty.
  package init?(line: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let severity = parts.count == 2 ? Severity(rawValue: parts[0].lowercased()) : nil
    let text = severity == nil ? line.trimmingCharacters(in: .whitespaces) : parts[1]
    guard !text.isEmpty else { return nil }
    self.init(text: text, severity: severity ?? .info)
  }

  @Recordable
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// A message that requires no action.
    case info
    /// A message that requires the user's attention.
    case warning
    /// A message about a failure.
    case error
  }
}
