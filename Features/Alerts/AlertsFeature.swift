package import ComposableArchitecture

/// A queue of alerts, in which none stands twice.
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
  }

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
