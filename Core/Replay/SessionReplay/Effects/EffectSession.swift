import RecordedValues
package import RecordCoding
package import SessionModel
import SessionDocument

/// The steps of a session and the events of its effects, in their order.
package struct EffectSession<State: Recordable, Action: Recordable> {
  package enum Item {
    /// A step, and the recorded references of its action.
    case step(ReplayedStep, Action, references: [UInt8])
    case event(EffectEvent)
    /// A change of shared state by code outside of reducers, which has the number of a step.
    case outside(UInt64)
  }

  /// The state before the first step.
  package let state: State
  /// The reducer whose dependencies answer from the log. Creating it assembles the whole reducer.
  let reducer: PreparedReducer<State, Action>
  /// The header whose list of endpoints the calls refer to.
  package let header: SessionHeader
  /// The header of the app, which describes the types of the actions.
  let actions: SessionHeader
  /// The indices in `header` of the app's endpoints; `nil` for endpoints that it lacks.
  let endpointIndices: [Int?]
  /// The number of steps before the first one.
  var stepsBeforeStart: UInt64 = 0
  /// The log of the session, if it has one.
  var log: SessionReader?
  /// The steps and events, unless they come from a log.
  package var items: [Item] = []
  /// The steps and events of a log, which can be read once.
  var logItems: LogItems<State, Action>?
}

/// The result of replaying the effects of a session.
package struct EffectSessionResult: Sendable {
  package internal(set) var report: EffectReport
  /// The changes that make the events match, if they were noted.
  var edits: CallEdits?
  /// The text of the action that led to the effect of the first changed call.
  var changedAction: String?
  /// The log of the session, if it has one.
  var log: SessionReader?
  /// The differences that the order of an effect's tasks may explain.
  var doubts: [EffectScript.Doubt] = []
  /// The index of the session's item that was due at the divergence, if it is in memory.
  package internal(set) var item: Int?
  /// The action that the effect sends at the divergence, instead of a recorded one.
  package internal(set) var sentAction: [UInt8]?
  /// The effects that did not begin by the end of the session.
  package internal(set) var missing: [(step: UInt64, position: Int)] = []
}
