package import ComposableArchitecture
import Foundation

/// The alert centre: a queue of alerts, in which none stands twice.
///
/// A feature of the app posts through its parent, which sends `post`; an effect posts through the
/// dependency `alertCenter`, whose postings arrive as actions too. So a session holds them all.
@Reducer
package struct AlertsFeature {
  /// What the queue knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The alerts, the oldest first.
    package var queue: [Alert]

    /// Creates a queue of alerts.
    package init(queue: [Alert] = []) {
      self.queue = queue
    }

    /// The alert that is shown: the one that waits longest.
    package var first: Alert? { queue.first }

    /// How many alerts there are.
    package var count: Int { queue.count }
  }

  /// What can happen to the queue.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// An alert came up; one that is in the queue already stays where it is.
    case post(Alert)
    /// An alert was dealt with.
    case clear(Alert)
    /// All alerts were dealt with.
    case clearAll
    /// What is posted to the alert centre was to be heard from now on.
    case listen
    /// What is posted to the alert centre was to be heard no more.
    case stopListening
  }

  @Dependency(\.alertCenter) private var center

  private enum CancelID { case postings }

  /// Creates the feature.
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

/// Something that the user should know.
@Recordable
package struct Alert: Hashable, Sendable {
  /// What there is to know.
  package var text: String
  /// How grave it is.
  package var severity: Severity

  /// Creates an alert.
  package init(text: String, severity: Severity) {
    self.text = text
    self.severity = severity
  }

  /// Reads an alert as a list shows it, `error: No network`; without such a word it is good to know.
  ///
  /// Returns `nil` for a line without a text.
  package init?(line: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let severity = parts.count == 2 ? Severity(rawValue: parts[0].lowercased()) : nil
    let text = severity == nil ? line.trimmingCharacters(in: .whitespaces) : parts[1]
    guard !text.isEmpty else { return nil }
    self.init(text: text, severity: severity ?? .info)
  }

  /// How grave an alert is.
  @Recordable
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Good to know.
    case info
    /// To be looked after.
    case warning
    /// Something failed.
    case error
  }
}
