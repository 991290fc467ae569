import RecordedValues
import RecordCoding
import SessionModel

/// The steps and events of a session, read as a replay needs them, and kept while it does.
@MainActor
final class SessionTape<State: Recordable, Action: Recordable> {
  typealias Item = EffectSession<State, Action>.Item

  private let session: EffectSession<State, Action>
  private let source: any SessionItems<State, Action>
  private var items = Window<Item>()
  /// The reason why the rest of the log cannot be read; `nil` if it can.
  private(set) var fault: UnsuitableLog?

  init(_ session: EffectSession<State, Action>) {
    self.session = session
    source = session.logItems ?? KeptItems(session.items)
  }

  /// Adds the next item to a script. Returns `false` at the end.
  func read(into script: EffectScript) -> Bool {
    let next: Item?
    do throws(UnsuitableLog) {
      next = try source.next()
    } catch {
      fault = error
      return false
    }
    guard let next else { return false }
    let index = items.endIndex
    items.append(next)
    switch next {
    case .event(let event): script.append(event, from: index)
    case .outside(let step): script.append(.outside(step), from: index)
    case .step(let step, _, _) where step.isUnfinished: script.dropUnfinishedAction()
    case .step: script.append(.step(index), from: index)
    }
    return true
  }

  /// Releases the items before an index.
  func release(before index: Int) { items.release(before: index) }

  /// Returns the step and its action at an index, if the item there is a step and is kept.
  func step(at index: Int) -> (step: ReplayedStep, action: Action)? {
    guard items.indices.contains(index), case .step(let step, let action, _) = items[index] else {
      return nil
    }
    return (step, action)
  }

  /// Returns the action of an item that is a step, with references to values of a state.
  func action(at index: Int, in state: UnsafePointer<State>) -> Action? {
    guard items.indices.contains(index), case .step(_, let action, let references) = items[index]
    else { return nil }
    return session.reducer.connecting(action, by: references, in: state)
  }

  /// Returns the action of the step at the index of an item in its encoded form.
  func actionBytes(at index: Int) -> [UInt8]? { step(at: index)?.action.recordedBytes }

  /// Returns a function that returns an action as text: the action of the step at the index of an
  /// item.
  func actionText(at index: Int) -> () -> String {
    guard let action = step(at: index)?.action else { return { "" } }
    return { [self] in text(of: session.actions.value(ofAction: action)) }
  }

  /// Returns how an action that an effect sends differs from the action of the step at an item's
  /// index.
  func difference(at index: Int, to action: Any) -> ActionDifference? {
    guard let expected = step(at: index)?.action, let action = action as? Action else { return nil }
    let actions = session.actions
    let values = (actions.value(ofAction: expected), actions.value(ofAction: action))
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

  private func text(of action: RecordedValue?) -> String {
    let text = ActionText(schema: session.actions.schema, type: session.actions.action)
    return action.map { text.compactText(of: $0) } ?? ""
  }
}
