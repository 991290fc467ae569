import ActionText
package import RecordCoding
import RecordedValues
package import SessionModel
import SessionReading
package import SessionReplay

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
  /// The indices in `header` of the app's endpoints; `nil` for those that it lacks.
  let endpointIndices: [Int?]
  /// The number of steps before the first one.
  var stepsBeforeStart: UInt64 = 0
  /// The log of the session, if it has one.
  var log: SessionReader?
  package var items: [Item] = []

  /// Appends the items to a script, and the index of the item to each entry of the script.
  @MainActor
  func append(to script: EffectScript, _ itemIndices: inout [Int]) {
    for (index, item) in items.enumerated() {
      switch item {
      case .event(let event): script.append(event)
      case .outside(let step): script.append(outside: step)
      case .step(let step, _, _) where step.isUnfinished: script.dropUnfinishedAction()
      case .step: script.append(step: index)
      }
      while itemIndices.count < script.itemCount { itemIndices.append(index) }
      while itemIndices.count > script.itemCount { itemIndices.removeLast() }
    }
  }

  /// Returns the step and its action at the index of an item that is a step.
  func step(at index: Int) -> (step: ReplayedStep, action: Action)? {
    if case .step(let step, let action, _) = items[index] { (step, action) } else { nil }
  }

  /// Returns the action of an item that is a step, with references to values of a state.
  func action(at index: Int, in state: UnsafePointer<State>) -> Action? {
    guard case .step(_, let action, let references) = items[index] else { return nil }
    return reducer.connecting(action, by: references, in: state)
  }

  /// Returns the action of a step with a number as text.
  func actionText(ofStep number: UInt64) -> String {
    for case .step(let step, let action, _) in items where step.number == number {
      return text(of: action)
    }
    return ""
  }

  /// Returns the action of the step at the index of an item as text.
  func actionText(at index: Int) -> String { step(at: index).map { text(of: $0.action) } ?? "" }

  func compare(_ expected: Action, _ actual: Action) -> ActionDifference {
    let values = (actions.value(ofAction: expected), actions.value(ofAction: actual))
    let difference =
      if case (let expected?, let actual?) = values {
        StateDivergence(
          expected: expected, actual: actual, as: actions.action, in: actions.schema)
      } else {
        StateDivergence?.none
      }
    return ActionDifference(
      expected: text(of: values.0), actual: text(of: values.1), difference: difference)
  }

  private func text(of action: Action) -> String { text(of: actions.value(ofAction: action)) }

  private func text(of action: RecordedValue?) -> String {
    let text = ActionText(schema: actions.schema, type: actions.action)
    return action.map { text.text(of: $0) } ?? ""
  }
}

/// The result of replaying the effects of a session.
package struct EffectSessionResult: Sendable {
  package let report: EffectReport
  /// The changes that make the events match, if they were noted.
  var edits: CallEdits?
  /// The index of the session's item that was due at the divergence, if there was one.
  package internal(set) var item: Int?
  /// The effects that did not begin by the end of the session.
  package internal(set) var missing: [(step: UInt64, position: Int)] = []
  /// The call that the effect made instead of the recorded one, if it made another one.
  package internal(set) var call: (endpoint: Int, arguments: [UInt8])?
}
