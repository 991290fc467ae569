import SessionRecording
import ComposableArchitecture
import Foundation
import RecordCoding
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// A state with a part between two other fields.
@Recordable
struct HoldingState<Part: Recordable> {
  var before = 0
  var part: Part
  var after: [String] = []
}

extension HoldingState: Sendable where Part: Sendable {}

@Recordable
enum HoldingAction: Equatable {
  case touch
  case add
}

@MainActor
@Suite("Parts of a state that change in place")
struct ChangesInPlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private nonisolated func reducer<Part: Recordable & Sendable>(
    _ touch: @escaping @Sendable (inout Part) -> Void
  ) -> Reduce<HoldingState<Part>, HoldingAction> {
    Reduce { state, action in
      switch action {
      case .touch: touch(&state.part)
      case .add:
        state.before += 1
        state.after.append("\(state.before)")
      }
      return .none
    }
  }

  private func record<Part: Recordable & Sendable>(
    _ part: Part, _ touch: @escaping @Sendable (inout Part) -> Void
  ) throws -> String {
    let path = folder.file("\(UUID()).reprise")
    let recorder = try SessionRecorder<HoldingState<Part>, HoldingAction>(
      path: path, app: Session.identity, initialState: HoldingState(part: part),
      recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: HoldingState(part: part), reducer: { reducer(touch) },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for action in [.touch, .add, .touch, .touch, .add] as [HoldingAction] { store.send(action) }
    _ = try recorder.finish()
    return path
  }

  private func replay<Part: Recordable & Sendable>(
    _ path: String, isParanoid: Bool = false, _ touch: @escaping @Sendable (inout Part) -> Void
  ) -> ReplayReport {
    var replayer = SessionReplayer(
      ReplayedApp<HoldingState<Part>, HoldingAction>(identity: Session.identity) {
        reducer(touch).assemble()
      })
    replayer.isParanoid = isParanoid
    return replayer.replay(path: path)
  }

  /// Expects the log to contain changes made in place, and replays without these changes to
  /// diverge.
  private func expectCompared<Part: Recordable & Sendable>(
    _ part: @autoclosure () -> Part, location: SourceLocation = #_sourceLocation,
    _ touch: @escaping @Sendable (inout Part) -> Void
  ) throws {
    let path = try record(part(), touch)
    for isParanoid in [false, true] {
      let same = replay(path, isParanoid: isParanoid, touch)
      #expect(same.verdict.name == "match", "\(same.verdict)", sourceLocation: location)
      #expect(same.verifiedSteps == 5, sourceLocation: location)
      let other = replay(path, isParanoid: isParanoid) { (_: inout Part) in }
      #expect(other.verdict.divergence?.step == 1, sourceLocation: location)
    }
  }

  @Test("A class that records itself is compared by its recorded content")
  func instances() throws {
    try expectCompared(Avatar(name: "a")) { $0.name += "b" }
    try expectCompared([Avatar(name: "a"), Avatar(name: "b")]) { $0[1].name += "c" }
    try expectCompared(Avatar?.some(Avatar(name: "a"))) { $0?.name += "b" }
  }

  @Test("A class is compared at every position of a state")
  func positions() throws {
    try expectCompared(Boxed(count: 1)) { $0.count += 1 }
    try expectCompared([Boxed(count: 1)]) { $0[0].count += 1 }
    try expectCompared(["a": Boxed(count: 1), "b": Boxed(count: 2)]) { $0["b"]?.count += 1 }
    try expectCompared(Pair(first: 1, second: Boxed(count: 1))) { $0.second.count += 1 }
    try expectCompared(Pair(first: Pair(first: "", second: [Boxed(count: 1)]), second: 2)) {
      $0.first.second[0].count += 1
    }
    try expectCompared(Choice.one(Boxed(count: 1))) {
      if case .one(let boxed) = $0 { boxed.count += 1 }
    }
    try expectCompared(Choice.two(name: "a", count: 1, Boxed(count: 1))) {
      if case .two(_, _, let boxed) = $0 { boxed.count += 1 }
    }
    try expectCompared(
      [
        IdentifiedValue(id: 1, value: Boxed(count: 1)),
        IdentifiedValue(id: 2, value: Boxed(count: 2)),
      ]
    ) { (rows: inout IdentifiedArrayOf<IdentifiedValue<Boxed>>) in rows[id: 2]?.value.count += 1 }
    try expectCompared(
      PresentationState(wrappedValue: Pair(first: 1, second: Boxed(count: 1)))
    ) { $0.wrappedValue?.second.count += 1 }
  }

  @Test("A value with shared storage is compared regardless of its schema")
  func storages() throws {
    try expectCompared(Tagged()) { $0.box.count += 1 }
    try expectCompared([Tagged()]) { $0[0].box.count += 1 }
    try expectCompared(Hidden(count: 3)) { $0.count += 1 }
    try expectCompared(AnyCounter(count: 3)) { $0.count += 1 }
    try expectCompared(AnyValue(count: 3)) { $0.count += 1 }
    try expectCompared(Profile()) { $0.pictures[0].title += "a" }
    try expectCompared([Profile?.none, Profile()]) { $0[1]?.pictures[0].title += "a" }
  }

  @Test("A recorder rejects an unrecordable part by name when it starts")
  func refusals() {
    refuse(
      Captured(count: 1),
      "'part.read' is a function, and what it captured \(Self.keepValue)")
    refuse(
      [Pair(first: 1, second: Captured(count: 1))],
      "'part.second.read' is a function, and what it captured \(Self.keepValue)")
    refuse(
      Pointed(count: 1),
      "'part.place' is a handle of the type 'UnsafeMutablePointer<Int>', \(Self.openInEffect)")
    refuse(
      Choice.one(Filed(count: 1)),
      "'part.one.handle' is a handle of the type 'FileHandle', \(Self.openInEffect)")
    refuse(
      Forgetful(count: 1),
      """
      'part.box' is an instance of the class 'SharedCount', and is read back as another: make it a \
      value, or record all of its contents
      """)
  }

  private static let keepValue = "cannot be recorded: keep a value that says what to do"
  private static let openInEffect =
    "and its resource cannot be recorded: open it in an effect, and keep values"

  private func refuse<Part: Recordable & Sendable>(
    _ part: Part, _ description: String, location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SessionRecordingError.self, sourceLocation: location) {
      _ = try record(part) { _ in }
    }
    guard case .notRecordable(step: 0, let reason)? = error else { return }
    #expect(reason.description == description, sourceLocation: location)
  }

  @Recordable
  enum AvatarAction {
    case show(Avatar)
  }

  @Recordable
  struct AvatarState {
    var avatar = Avatar(name: "")
  }

  @Test("An action that contains a class is decoded again for each of its steps")
  func actions() throws {
    let reducer = { @Sendable in
      Reduce<AvatarState, AvatarAction> { state, action in
        guard case .show(let avatar) = action else { return .none }
        avatar.name += "b"
        state.avatar = avatar
        return .none
      }
    }
    let path = folder.file("a.reprise")
    let recorder = try SessionRecorder<AvatarState, AvatarAction>(
      path: path, app: Session.identity, initialState: AvatarState(),
      recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: AvatarState(), reducer: { reducer() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for _ in 1...3 { store.send(.show(Avatar(name: "a"))) }
    _ = try recorder.finish()
    let report = SessionReplayer(
      ReplayedApp<AvatarState, AvatarAction>(identity: Session.identity) { reducer().assemble() }
    ).replay(path: path)
    #expect(report.verdict.name == "match", "\(report.verdict)")
  }

  @Test("Values are compared by their contents in memory")
  func values() {
    #expect(SharedReference.first(in: Notebook.State.self) == nil)
    #expect(SharedReference.first(in: StackedPages.State.self) == nil)
    typealias Rows = IdentifiedArrayOf<IdentifiedValue<Choice<String>>>
    #expect(SharedReference.first(in: HoldingState<Rows>.self) == nil)
    #expect(SharedReference.first(in: BindingAction<Notebook.State>.self) == nil)
    #expect(SharedReference.first(in: HoldingState<[[String: Set<Date?>]]>.self) == nil)
    #expect(SharedReference.first(in: HoldingState<PresentationState<Rows>>.self) == nil)
    #expect(SharedReference.first(in: HoldingState<Redacted<[URL]>>.self) == nil)
    #expect(SharedReference.first(in: HoldingState<Result<UUID, Oops>>.self) == nil)
  }

  enum Oops: Int, Error, Recordable { case oops }
}
