"""The faults of Tests/explored_faults.py, with their failures and smallest known sessions."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    description: str
    # The beginning of the failure's text.
    failure: str
    # The number of user actions in the smallest known session.
    smallest: int
    # Files, with texts that occur once and their replacements.
    changes: tuple
    # The test that explores the app; None for the sample app.
    test: str = None

    @property
    def is_crash(self):
        return self.failure.startswith("the app crashed")


def broken(sentence):
    return f"invariant violated: {sentence}"


COUNTER = "Features/Counter/CounterFeature.swift"
SAVING = "Features/ShoppingList/ShoppingListFeature+Saving.swift"
SHOPPING = "Features/ShoppingList/ShoppingListFeature.swift"
STEPS = "Features/StepTracker/StepTrackerFeature.swift"

SAMPLE = [
    # Races.
    Fault(
        "late-answer", "an answer to an earlier search overwrites that to a newer one",
        broken("An alert shows the prime with its number"), 4, (
            (COUNTER, """\
    guard !state.isNthPrimeButtonDisabled else { return .none }
    state.isNthPrimeButtonDisabled = true
""", """\
    state.isNthPrimeButtonDisabled = true
"""),
            (COUNTER, "state.nthPrimeProgress = min(max(percent, 0), 100)",
             "state.nthPrimeProgress = "
             "max(state.nthPrimeProgress ?? 0, min(max(percent, 0), 100))"))),
    Fault(
        "lost-save", "edits are not saved when the app quits",
        broken("The shopping list is being saved when the app quits"), 2, (
            ("Features/App/AppFeature.swift",
             "state.shoppingList.saveStatus == .idle ? .none : .send(.shoppingList(.saveAtEnd))",
             ".none"),)),
    Fault(
        "canceled-search", "a canceled search continues to report",
        broken("A canceled search reports nothing"), 2, (
            (COUNTER, "return .cancel(id: CancelID.nthPrime)", "return .none"),)),
    Fault(
        "overtaken-save", "a save begins during another one, which overwrites it",
        broken("The shopping list that was saved last is loaded"), 3, (
            (SAVING, """\
    case .saving:
      state.saveStatus = .saving(isEditedSince: true)
    }
""", """\
    case .saving:
      return startTimer(&state)
    }
"""),
            (SAVING, ".cancellable(id: CancelID.save, cancelInFlight: true)",
             ".cancellable(id: CancelID.save)"))),
    Fault(
        "second-listener", "a walk that is resumed listens to a second timer",
        broken("Nessie moves at most once a second"), 3, (
            (STEPS, """\
      state.status = .paused
      return .cancel(id: CancelID.walk)
""", """\
      state.status = .paused
      return .none
"""),
            (STEPS, ".cancellable(id: CancelID.walk, cancelInFlight: true)",
             ".cancellable(id: CancelID.walk)"))),
    Fault(
        "late-debounce", "the timer of a save restarts again and again after an edit during it",
        broken("Edits wait at most two seconds to be saved"), 2, (
            (SAVING, """\
    state.saveStatus = .due(isEditedSince: false)
    return .run""", """\
    if case .due = state.saveStatus {} else { state.saveStatus = .due(isEditedSince: false) }
    return .run"""),)),
    # Others.
    Fault(
        "negative-count", "a search for a prime with a negative number traps", "the app crashed", 2,
        (
            (COUNTER, "nthPrime.find(count)", "nthPrime.find(Int(UInt(count)))"),)),
    Fault(
        "endless-effect", "an effect waits actively after a message could not be sent",
        "an effect runs without end", 2, (
            ("Features/SendMessage/SendMessageFeature.swift", """\
      } catch: { error, send in
        await send(.sendFailed("\\(error)"))
""", """\
      } catch: { error, send in
        await send(.sendFailed("\\(error)"))
        while !Task.isCancelled { await Task.yield() }
"""),)),
    Fault(
        "removed-row", "an effect sends an action for a row that may be gone", "issue reported: ",
        3, (
            (SHOPPING, """\
      case .products(.element(id: _, action: .nameSubmitted)):
        return finishEdit(&state)
""", """\
      case .products(.element(let id, action: .nameSubmitted)):
        return .merge(
          finishEdit(&state),
          .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.products(.element(id: id, action: .updateName("Milk"))))
          })
"""),)),
    Fault(
        "double-alert", "an error is queued again",
        broken("An alert is in the queue at most once"), 1, (
            ("Features/Alerts/AlertsFeature.swift",
             "if !state.queue.contains(alert) { state.queue.append(alert) }",
             "if alert.severity == .error || !state.queue.contains(alert) { "
             "state.queue.append(alert) }"),)),
    Fault(
        "progress", "the progress of a search goes back",
        broken("The progress of a search never goes back"), 1, (
            (COUNTER, "min(max(percent, 0), 100)", "100 - min(max(percent, 0), 100)"),)),
    Fault(
        "undo", "an undo does not restore the count",
        broken("An undo changes something, and a redo restores it"), 2, (
            ("Features/App/AppEdit.swift", "      swap(&count, &state.counter.count)\n",
             "      count += 0\n"),)),
]

APPS = [
    Fault(
        "no-attendee", "a sync-up without names has no attendee",
        broken("A sync-up has an attendee"), 2, (
            ("Tests/Compatibility/Apps/SyncUpsList.swift", "if syncUp.attendees.isEmpty {",
             "if syncUp.duration < .zero {"),),
        test="syncUps"),
    Fault(
        "stale-list", "the list does not show the edits of the details",
        broken("The list shows what the details show"), 6, (
            ("Tests/Compatibility/Apps/SyncUpsApp.swift", """\
        case let .syncUpUpdated(syncUp):
          state.syncUpsList.syncUps[id: syncUp.id] = syncUp
""", """\
        case .syncUpUpdated:
"""),), test="syncUps"),
    Fault(
        "kept-sync-up", "a deleted sync-up stays in the list",
        broken("A deleted sync-up is not in the list"), 5, (
            ("Tests/Compatibility/Apps/SyncUpsApp.swift",
             "          state.syncUpsList.syncUps.remove(id: detailState.syncUp.id)\n",
             "          _ = detailState\n"),), test="syncUps"),
    Fault(
        "running-meeting", "the timer of a meeting runs while a question is open",
        broken("A meeting pauses while a question is open"), 6, (
            ("Tests/Compatibility/Apps/RecordMeeting.swift", """\
        guard state.alert == nil
        else { return .none }

""", ""),), test="syncUps"),
    Fault(
        "early-sorting", "todos are sorted although another one was completed meanwhile",
        broken("Todos keep their order for a second after a completion"), 4, (
            ("Tests/Compatibility/Apps/TodosApp.swift",
             ".cancellable(id: CancelID.todoCompletion, cancelInFlight: true)",
             ".cancellable(id: CancelID.todoCompletion)"),), test="todos"),
    Fault(
        "kept-todo", "a completed todo with a description is not cleared",
        broken("No completed todo is left after clearing"), 4, (
            ("Tests/Compatibility/Apps/TodosApp.swift",
             "state.todos.removeAll(where: \\.isComplete)",
             "state.todos.removeAll { $0.isComplete && $0.description.isEmpty }"),), test="todos"),
    Fault(
        "wrong-todo", "an index in a filtered list deletes another todo",
        broken("Only the selected todos are deleted"), 5, (
            ("Tests/Compatibility/Apps/TodosApp.swift", """\
        let filteredTodos = state.filteredTodos
""", """\
        let filteredTodos = state.todos
"""),), test="todos"),
    Fault(
        "unsorted-move", "a completed todo that was moved stays among the others",
        broken("Completed todos are last once a second has passed"), 5, (
            ("Tests/Compatibility/Apps/TodosApp.swift", """\
          try await self.clock.sleep(for: .milliseconds(100))
          await send(.sortCompletedTodos)
""", """\
          try await self.clock.sleep(for: .milliseconds(100))
"""),), test="todos"),
]
