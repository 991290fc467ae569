import ComposableArchitecture
import DependencyInjection
import Testing

@MainActor
@Suite("Current dependencies")
struct DependenciesInForceTests {
  /// The recorded notes, in order.
  @MainActor
  final class Notes {
    var texts: [String] = []
    func note(_ place: String) {
      texts.append("\(place) \(DependencyValues.current.greeting.text)")
    }
  }

  private let notes = Notes()

  /// Returns a store that performs its actions, optionally with an overridden greeting.
  private func store(_ greeting: String?) -> Store<Int, Job> {
    Store(initialState: 0) {
      Reduce<Int, Job> { _, job in MainActor.assumeIsolated { job.work() } }
    } withDependencies: {
      if let greeting { $0.greeting.text = greeting }
    }
  }

  /// An action that performs work.
  struct Job: Sendable {
    let work: @MainActor @Sendable () -> Effect<Job>

    static func work(_ work: @escaping @MainActor @Sendable () -> Void) -> Job {
      Job {
        work()
        return .none
      }
    }
  }

  @Test("A reducer uses its store's dependencies, regardless of overrides around send")
  func sentUnderOverrides() {
    let named = store("store")
    let plain = store(nil)
    withDependencies {
      $0.greeting.text = "around"
    } operation: {
      named.send(.work { [notes] in notes.note("named") })
      plain.send(.work { [notes] in notes.note("plain") })
      notes.note("after")
    }
    #expect(notes.texts == ["named store", "plain test", "after around"])
  }

  @Test("A dependency that a reducer overrides applies only within the override")
  func overriddenByReducer() {
    let store = store("store")
    store.send(
      .work { [notes] in
        withDependencies {
          $0.greeting.text = "inner"
        } operation: {
          notes.note("within")
        }
        notes.note("behind")
      })
    store.send(.work { [notes] in notes.note("next") })
    notes.note("outside")
    #expect(notes.texts == ["within inner", "behind store", "next store", "outside test"])
  }

  @Test("A reducer that sends to a second store uses its dependencies until the send returns")
  func storeWithinReducer() {
    let inner = store("inner")
    let plain = store(nil)
    store("outer").send(
      .work { [notes] in
        inner.send(.work { notes.note("first") })
        notes.note("between")
        withDependencies {
          $0.greeting.text = "overridden"
        } operation: {
          inner.send(
            .work {
              notes.note("second")
              withDependencies {
                $0.greeting.text = "innermost"
              } operation: {
                notes.note("third")
              }
              notes.note("fourth")
            })
          plain.send(.work { notes.note("plain") })
          notes.note("within")
        }
        notes.note("behind")
      })
    #expect(
      notes.texts == [
        "first inner", "between outer", "second inner", "third innermost", "fourth inner",
        "plain test", "within overridden", "behind outer",
      ])
  }

  @Test("A task that a reducer creates inherits its overrides, and a store does not")
  func taskOfReducer() async {
    let gate = Gate()
    let store = store("store")
    var task: Task<Void, Never>?
    store.send(
      .work { [notes] in
        withDependencies {
          $0.greeting.text = "overridden"
        } operation: {
          task = Task { @MainActor in
            notes.note("begun")
            await gate.wait()
            notes.note("gone on")
            store.send(.work { notes.note("sent") })
            notes.note("ended")
          }
        }
      })
    await gate.waitForArrival()
    store.send(.work { [notes] in notes.note("meanwhile") })
    gate.open()
    await task?.value
    #expect(
      notes.texts == [
        "begun overridden", "meanwhile store", "gone on overridden", "sent store",
        "ended overridden",
      ])
  }

  @Test("An effect uses its own dependencies and overrides while a different store is reducing")
  func effectWithinReducer() async {
    let inner = store("inner")
    var task: StoreTask?
    store("outer").send(
      .work { [notes] in
        task = inner.send(
          Job {
            .run { send in
              await notes.note("effect")
              await withDependencies {
                $0.greeting.text = "overridden"
              } operation: {
                await notes.note("within")
                await send(.work { notes.note("sent") })
              }
              await notes.note("behind")
            }
          })
        notes.note("outer")
      })
    await task?.finish()
    #expect(
      notes.texts.filter { !$0.hasPrefix("outer") } == [
        "effect inner", "within overridden", "sent inner", "behind inner",
      ])
    #expect(notes.texts.contains("outer outer"))
  }
}
