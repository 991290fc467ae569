import RecordedValues
import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionTestSupport
import Simulation
import Testing

@Suite("Drawn actions")
struct UserActionsTests {
  private let user = UserActions(
    state: Shop.State.self, action: Shop.Action.self,
    now: Date(timeIntervalSinceReferenceDate: 0))

  private let schema: Schema
  private let stateType: TypeReference
  private let actionType: TypeReference

  init() {
    let builder = SchemaBuilder()
    stateType = builder.reference(to: Shop.State.self)
    actionType = builder.reference(to: Shop.Action.self)
    schema = builder.schema
  }

  private func value(of state: Shop.State) -> RecordedValue {
    schema.value(of: state, as: stateType) ?? .none
  }

  private func draw(
    in state: () -> RecordedValue, excluding isExcluded: (String) -> Bool,
    _ generator: inout SeededGenerator
  ) -> (value: RecordedValue, path: String)? {
    user.draw(in: state, excluding: isExcluded, &generator) {
      (try? schema.typed($0, as: actionType, Shop.Action.self)) != nil
    }
  }

  /// Returns the paths of all actions that are drawn in a state, if they begin with a prefix.
  private func paths(
    in state: Shop.State, excluding excluded: Set<String> = [], prefix: String = ""
  ) -> Set<String> {
    let value = value(of: state)
    var generator = SeededGenerator(seed: 1)
    return Set(
      (0..<2000).compactMap { _ in
        draw(in: { value }, excluding: excluded.contains, &generator)?.path
      }.filter { $0.hasPrefix(prefix) })
  }

  @Test("Without rows and presented features, only actions of the app itself are drawn")
  func empty() {
    #expect(
      paths(in: Shop.State()) == [
        "add", "ask", "binding.isOpen", "binding.name", "binding.theme.dark",
        "binding.theme.light", "edit", "open", "panel.tapped", "rename", "show", "theme.dark",
        "theme.light",
      ])
  }

  @Test("Actions of rows are drawn for rows that exist")
  func rows() {
    var state = Shop.State()
    state.items = [Item.State(id: 7)]
    #expect(
      paths(in: state).isSuperset(of: ["items[…].bought", "items[…].note", "remove", "pick"]))
  }

  @Test("The drawn actions of a presented feature belong to its current case")
  func presented() {
    var state = Shop.State()
    state.destination = .edit(Item.State(id: 1))
    let edited = paths(in: state, prefix: "destination")
    #expect(
      edited == [
        "destination.dismiss", "destination.presented.edit.bought",
        "destination.presented.edit.note",
      ])
    state.destination = .question(.keep)
    let asked = paths(in: state, prefix: "destination")
    #expect(asked == ["destination.dismiss", "destination.presented.question.keep"])
  }

  @Test("An optional feature takes actions only while it exists")
  func optional() {
    var state = Shop.State()
    state.draft = Item.State(id: 1)
    #expect(paths(in: state).isSuperset(of: ["draft.bought", "draft.note"]))
  }

  @Test("The optional feature is found by its type if its field has a different name")
  func otherName() {
    var state = Shop.State()
    #expect(!paths(in: state).contains("help.closed"))
    state.shownHelp = Help.State()
    #expect(paths(in: state).contains("help.closed"))
  }

  @Test("Elements of a stack are addressed by their case, and popped but not pushed")
  func stack() {
    var state = Shop.State()
    state.path.append(.detail(Item.State(id: 1)))
    #expect(
      paths(in: state, prefix: "path") == [
        "path.popFrom", "path[…].detail.bought", "path[…].detail.note",
      ])
  }

  @Test("Elements that users pushed in logs are pushed again, with new identities")
  func pushes() throws {
    let element = Shop.Path.State.detail(Item.State(id: 3))
    let push = try #require(
      schema.value(of: Shop.Action.path(.push(id: 0, state: element)), as: actionType))
    guard case .enumeration(_, let outer) = push, case .enumeration(_, let inner) = outer[0],
      case .enumeration(let cases)? = schema.types.first(where: {
        $0.name.contains("StackAction<")
      })?.kind
    else {
      Issue.record("\(push) isn't a push")
      return
    }
    let type = try #require(cases.first { $0.name == "push" }?.payload[1].type)
    var user = user
    user.pushed = [type: [inner[1]]]
    var state = Shop.State()
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let value = value(of: state)
      let excluded = Set(user.paths).subtracting(["path.push"])
      let drawn = try #require(
        user.draw(in: { value }, excluding: excluded.contains, &generator) { _ in true })
      #expect(user.isPossible(drawn.value, in: value))
      let action = try schema.typed(drawn.value, as: actionType, Shop.Action.self)
      guard case .path(.push(let id, let pushed)) = action else {
        Issue.record("\(action) isn't a push")
        continue
      }
      #expect(pushed == element && !state.path.ids.contains(id))
      state.path[id: id] = pushed
      #expect(!user.isPossible(drawn.value, in: self.value(of: state)))
    }
  }

  @Test("Excluded paths are never drawn, and if all are excluded, nothing is drawn")
  func excluded() {
    #expect(!paths(in: Shop.State(), excluding: ["add", "theme.dark"]).contains("add"))
    #expect(paths(in: Shop.State(), excluding: Set(user.paths)).isEmpty)
  }

  @Test("Only the buttons of the shown question are answers")
  func question() throws {
    var state = Shop.State()
    state.destination = .question(.delete(count: 3))
    let value = value(of: state)
    var generator = SeededGenerator(seed: 1)
    let excluded = Set(user.paths).subtracting(["destination.presented.question.delete"])
    let drawn = try #require(
      draw(in: { value }, excluding: excluded.contains, &generator))
    let builder = SchemaBuilder()
    _ = builder.reference(to: Shop.State.self)
    let type = builder.reference(to: Shop.Action.self)
    let action = try builder.schema.typed(drawn.value, as: type, Shop.Action.self)
    #expect(action == .destination(.presented(.question(.delete(count: 3)))))
  }

  @Test("Drawn identities are identities of rows, and indices belong to the named list")
  func identities() throws {
    var state = Shop.State()
    state.items = [Item.State(id: 7), Item.State(id: 9)]
    let value = value(of: state)
    let builder = SchemaBuilder()
    _ = builder.reference(to: Shop.State.self)
    let type = builder.reference(to: Shop.Action.self)
    var generator = SeededGenerator(seed: 1)
    let excluded = Set(user.paths).subtracting(["pick", "remove"])
    for _ in 0..<100 {
      let drawn = try #require(
        draw(in: { value }, excluding: excluded.contains, &generator))
      switch try builder.schema.typed(drawn.value, as: type, Shop.Action.self) {
      case .pick(let id): #expect(state.items[id: id] != nil)
      case .remove(let indices):
        #expect(!indices.isEmpty && indices.allSatisfy(state.items.indices.contains))
      default: Issue.record("\(drawn.path) is excluded")
      }
    }
  }

  /// Returns whether an action is possible in a state.
  private func isPossible(_ action: Shop.Action, in state: Shop.State) throws -> Bool {
    let builder = SchemaBuilder()
    _ = builder.reference(to: Shop.State.self)
    let type = builder.reference(to: Shop.Action.self)
    let action = try #require(builder.schema.value(of: action, as: type))
    return user.isPossible(action, in: value(of: state))
  }

  private static var filled: Shop.State {
    var state = Shop.State()
    state.items = [Item.State(id: 7)]
    state.draft = Item.State(id: 1)
    state.shownHelp = Help.State()
    state.path.append(.detail(Item.State(id: 1)))
    state.destination = .edit(Item.State(id: 1))
    return state
  }

  @Test("An action is possible only while the state has the addressed part")
  func addressed() throws {
    let state = Self.filled
    let id = state.path.ids[0]
    let actions: [Shop.Action] = [
      .items(.element(id: 7, action: .bought)), .pick(id: 7), .remove([0]), .draft(.note("a")),
      .help(.closed), .path(.element(id: id, action: .detail(.bought))), .path(.popFrom(id: id)),
      .destination(.dismiss), .destination(.presented(.edit(.bought))),
    ]
    for action in actions {
      #expect(try isPossible(action, in: state), "\(action)")
      #expect(try !isPossible(action, in: Shop.State()), "\(action)")
    }
  }

  @Test("An action of a row in a different case is impossible, and so is an index after the last")
  func otherRow() throws {
    var state = Self.filled
    state.path.append(.help(Help.State()))
    let id = state.path.ids[1]
    #expect(try isPossible(.path(.element(id: id, action: .help(.closed))), in: state))
    #expect(try !isPossible(.path(.element(id: id, action: .detail(.bought))), in: state))
    #expect(try !isPossible(.remove([0, 1]), in: state))
  }

  @Test("An answer is possible only while the question with its button is shown")
  func possibleAnswer() throws {
    func delete(_ count: Int) -> Shop.Action {
      .destination(.presented(.question(.delete(count: count))))
    }
    var state = Shop.State()
    state.destination = .question(.delete(count: 3))
    #expect(try isPossible(delete(3), in: state))
    #expect(try !isPossible(delete(2), in: state))
    state.destination = .question(.keep)
    #expect(try !isPossible(delete(3), in: state))
  }

  @Test("Each drawn action is possible in the state for which it was drawn")
  func drawnIsPossible() throws {
    let value = value(of: Self.filled)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let drawn = try #require(draw(in: { value }, excluding: { _ in false }, &generator))
      #expect(user.isPossible(drawn.value, in: value), "\(drawn)")
    }
  }

  @Test("Actions without values do not read the state")
  func unread() {
    var generator = SeededGenerator(seed: 1)
    let excluded = Set(user.paths).subtracting(["add", "theme.dark", "panel.tapped"])
    var reads = 0
    for _ in 0..<100 {
      let drawn = draw(
        in: {
          reads += 1
          return .none
        }, excluding: excluded.contains, &generator)
      #expect(drawn != nil)
    }
    #expect(reads == 0)
  }

  @Test("A feature with many actions does not hide other features")
  func fair() {
    let value = value(of: Shop.State())
    var generator = SeededGenerator(seed: 1)
    var counts: [String: Int] = [:]
    for _ in 0..<2000 {
      if let drawn = draw(in: { value }, excluding: { _ in false }, &generator) {
        counts[drawn.path, default: 0] += 1
      }
    }
    // The feature's only action is drawn more often than an action of the app.
    #expect(counts["panel.tapped", default: 0] > 2 * counts["add", default: 0])
    // Both themes together count as one of the app's actions.
    let themes = counts["theme.dark", default: 0] + counts["theme.light", default: 0]
    #expect(themes < 2 * counts["add", default: 0])
  }

  @Test("The reducer never receives an action for a missing part", arguments: 1...5)
  func possible(seed: UInt64) throws {
    let session = try DrawnSession(of: Shop(), from: Shop.State(), count: 2000, seed: seed)
    #expect(session.issues == [])
    #expect(session.missingPaths == [])
  }
}
