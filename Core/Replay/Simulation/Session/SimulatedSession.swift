import DependencyInjection
import Foundation
import Issues
import Platform
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import Scheduling

/// A session in progress: one life of the app after the other, in one world.
@MainActor
final class SimulatedSession<State: Recordable, Action: Recordable> {
  private let simulation: Simulation<State, Action>
  private let request: SimulationRequest
  private let header: SessionHeader
  private let world: SimulatedWorld
  private let checks: InvariantChecks<State, Action>
  private let work: TestWork
  /// The generator of the user's acts.
  private var user: SeededGenerator
  /// The paths of actions that are not drawn.
  private let excluded: Set<String>
  private let focus: UserFocus
  private let users: UserActions
  private let learned: LearnedValues?
  private var life: SimulatedLife<State, Action>?
  private var issues: [ReportedIssue] = []
  /// Whether the user did something that the app does not offer.
  private var isImpossible = false
  /// The action that was drawn last, and its bytes in a log.
  private var drawnAction: Action?
  private var drawnBytes: [UInt8] = []
  private(set) var result: SimulationResult

  init(_ simulation: Simulation<State, Action>, _ request: SimulationRequest) {
    (self.simulation, self.request) = (simulation, request)
    header = simulation.header
    work = TestWork(isSerial: true, seed: request.plan.order)
    world = SimulatedWorld(seed: request.plan.seed, deviations: request.plan.deviations)
    checks = InvariantChecks(simulation.invariants, in: world)
    var user = SeededGenerator(seed: ~(request.user ?? 0))
    learned = simulation.learning.values(of: request.learned, for: simulation.header)
    var users = simulation.users
    users.values.learned = learned?.pool
    users.pushed = learned?.pushed ?? [:]
    let excluded = request.excluded.union(simulation.delegatePaths).union(users.unknownPushes)
    self.excluded = excluded
    focus = UserFocus(among: simulation.paths, excluding: excluded.contains, &user)
    // Sessions with many extreme numbers find overflows, and sessions with few get further.
    users.values.extremeInterval = Int.random(in: 0..<4, using: &user) == 0 ? 8 : 64
    self.users = users
    self.user = user
    result = SimulationResult(request.plan, seed: request.user ?? request.plan.seed)
    result.plan.acts = []
  }

  func run() async {
    await work.prepare()
    await work.restartOrder()
    let note = { @MainActor [weak self] (issue: ReportedIssue) in
      self?.note(issue)
      return
    }
    await IssueReports.withHandler { issue in
      MainQueue.run { note(issue) }
    } operation: {
      await perform()
    }
    work.isSerial = false
    result.deviated = world.deviated
    result.remarks.formUnion(world.remarks)
  }

  private func perform() async {
    if request.planFile != nil { world.onChoice = { [weak self] in self?.savePlan() } }
    // Renaming over an existing log would wait for the disk.
    try? FileManager.default.removeItem(atPath: request.log)
    await begin()
    for act in request.plan.acts where !isOver {
      result.plan.acts.append(act)
      savePlan()
      await perform(act)
    }
    if request.user != nil { await draw() }
    if !isOver { await pause(result.plan.end) }
    await end(isLast: true)
  }

  private var isOver: Bool { result.failure != nil || isImpossible }

  // MARK: Acts

  /// Draws acts, and performs them.
  private func draw() async {
    var number = result.plan.acts.last?.number ?? 0
    while result.plan.acts.count < request.length, !isOver {
      number += 1
      let pause = drawPause()
      if world.hasEvents { await self.pause(pause) } else { skip(pause) }
      guard !isOver, let kind = drawKind() else { break }
      result.plan.acts.append(SessionPlan.Act(number: number, pause: pause, kind: kind))
      savePlan()
      world.cause = number
      guard case .action = kind, let drawnAction else {
        await perform(kind)
        continue
      }
      life?.steps.sentBytes = drawnBytes
      send(drawnAction)
      // Most actions have no effects. Waiting for nothing would take longer than such an action.
      if work.isSettled { noteFailures() } else { await settle() }
    }
    result.plan.end = drawPause()
  }

  private func drawKind() -> SessionPlan.Kind? {
    switch Int.random(in: 0..<200, using: &user) {
    case 0: .crash
    case 1: .quit
    default: drawAction() ? .action(drawnBytes) : nil
    }
  }

  private func drawPause() -> SessionPlan.Pause {
    let roll = Int.random(in: 0..<10, using: &user)
    let milliseconds = Self.pauses[Int.random(in: 0..<Self.pauses.count, using: &user)]
    return roll < 2 ? .untilIdle : .milliseconds(roll < 6 ? 0 : milliseconds)
  }

  private static var pauses: [Int] { [1, 5, 12, 40, 350, 1_100, 4_000] }

  private func perform(_ act: SessionPlan.Act) async {
    await pause(act.pause)
    guard !isOver else { return }
    // An act that was drawn in one session may be impossible in a session that leaves out other
    // acts.
    if case .action(let bytes) = act.kind, !isPossible(bytes) {
      isImpossible = true
    } else {
      world.cause = act.number
      await perform(act.kind)
    }
  }

  private func perform(_ kind: SessionPlan.Kind) async {
    switch kind {
    case .action(let bytes):
      guard let action = Action(decoding: bytes), isOffered(action) else {
        isImpossible = true
        return
      }
      send(action)
      await settle()
    case .quit:
      if let action = simulation.quitAction {
        send(action)
        await settle()
      }
      // An app waits half a second for its effects when it exits.
      await pause(.milliseconds(500))
      await restart()
    case .crash: await restart()
    }
  }

  private func savePlan() {
    guard let file = request.planFile else { return }
    var result = result
    result.deviated = world.deviated
    try? JSONEncoder().encode(result).write(to: URL(fileURLWithPath: file))
  }

  /// The number of actions to draw until the app offers one.
  private static var drawLimit: Int { 32 }

  /// Draws an action that the app offers in the current state. Returns whether there is one.
  private func drawAction() -> Bool {
    for index in focus.candidates(&user) {
      if users.draw(at: index, in: recordedState, &user, isDecodable: decode) != nil,
        offersDrawnAction
      {
        return true
      }
    }
    for _ in 0..<Self.drawLimit {
      guard
        users.draw(
          in: recordedState, excluding: excluded.contains, &user, isDecodable: decode) != nil
      else { break }
      if offersDrawnAction { return true }
    }
    return false
  }

  /// Decodes a drawn action. Returns whether the app's types accept it.
  private func decode(_ action: RecordedValue) -> Bool {
    drawnBytes = header.schema.bytes(of: action, as: header.action)
    drawnAction = Action(decoding: drawnBytes)
    return drawnAction != nil
  }

  private var offersDrawnAction: Bool {
    // An app without a rule is not asked, since a copy of the action takes time.
    simulation.isOffered == nil || drawnAction.map(isOffered) ?? false
  }

  /// Returns whether the app offers an action in the current state.
  private func isOffered(_ action: Action) -> Bool {
    guard let isOffered = simulation.isOffered else { return true }
    guard let state = life?.steps.state else { return false }
    return isOffered(action, state.pointee)
  }

  /// Returns whether the current state has the parts that a planned action addresses.
  private func isPossible(_ bytes: [UInt8]) -> Bool {
    guard let action = Action(decoding: bytes).flatMap({ header.value(ofAction: $0) })
    else { return false }
    // Read the state in any case, because its shape is covered.
    let state = recordedState()
    return users.isPossible(action, in: state)
  }

  private func recordedState() -> RecordedValue {
    guard let steps = life?.steps, let state = steps.state else { return .none }
    // A state that was just encoded can be decoded.
    let value = header.value(of: state.pointee) ?? .none
    steps.coverage.note(shapeOf: value)
    return value
  }

  private func send(_ action: Action) {
    life?.effects.beginMoment()
    simulation.progress?.read()
    _ = life?.engine.send(action)
  }

  // MARK: Time

  /// The maximum number of events without an act, which a timer that runs forever would exceed.
  private static var maxEvents: Int { 60 }

  private func pause(_ pause: SessionPlan.Pause) async {
    var count = 0
    switch pause {
    case .untilIdle:
      while !isOver, count < Self.maxEvents, nextEvent(by: world.time + .seconds(100)) {
        count += 1
        await settle()
      }
    case .milliseconds(let milliseconds):
      let limit = world.time + .milliseconds(milliseconds)
      while !isOver, count < Self.maxEvents, nextEvent(by: limit) {
        count += 1
        await settle()
      }
      if count < Self.maxEvents { world.advance(to: limit) }
    }
  }

  private func nextEvent(by limit: Duration) -> Bool {
    life?.effects.beginMoment()
    return world.nextEvent(by: limit)
  }

  /// Lets time pass in which nothing happens.
  private func skip(_ pause: SessionPlan.Pause) {
    if case .milliseconds(let milliseconds) = pause {
      world.advance(to: world.time + .milliseconds(milliseconds))
    }
  }

  /// Waits until the effects wait for the world, and notes what failed.
  private func settle() async {
    simulation.progress?.read()
    let hasSettled = await work.settle()
    noteFailures()
    if !hasSettled { failLasting(.endless) }
  }

  private func noteFailures() {
    if let sentence = checks.violated { fail(.invariant(sentence)) }
    if let issue = issues.first { fail(.issue(issue.summary)) }
    if life?.effects.isEndless == true { fail(.endless) }
  }

  private func failLasting(_ failure: SimulationFailure) {
    result.leavesWork = true
    fail(failure)
  }

  private func fail(_ failure: SimulationFailure) {
    if result.failure == nil, !isImpossible { result.failure = failure }
  }

  // MARK: Issues

  private func note(_ issue: ReportedIssue) {
    guard let isReceived = life?.steps.isReducingReceived else {
      // An effect uses a dependency that has no value in a simulation.
      world.note(issue.summary)
      return
    }
    if issue.isOfDependency {
      world.note(issue.summary)
    } else if isReceived {
      issues.append(issue)
    } else {
      isImpossible = true
    }
  }

  // MARK: Lives

  private func begin() async {
    do throws(SessionRecordingError) {
      life = try SimulatedLife(
        of: simulation, request, in: world, checks, answers: learned?.answers ?? [:])
    } catch {
      fail(.unrecorded(error))
      return
    }
    await settle()
    if let action = simulation.launchAction, !isOver {
      send(action)
      await settle()
    }
  }

  private func restart() async {
    await end(isLast: false)
    if !isOver { await begin() }
  }

  /// Ends the app: its effects are canceled, and must end. Only the log of the last life is kept.
  private func end(isLast: Bool) async {
    guard let life else { return }
    life.recorder.endSteps()
    result.stepCount += life.steps.stepCount
    result.coverage.formUnion(life.steps.coverage.hashes)
    result.sentByEffects.formUnion(life.steps.sentByEffects)
    result.sentByWork.formUnion(life.steps.sentByWork)
    life.engine.cancelEffects()
    world.endCalls()
    if await !work.settle() { failLasting(.lateWork) }
    for step in life.effects.running.values {
      guard let action = life.steps.pathsOfSteps[step] else { continue }
      world.note(
        "the effect of '\(action)' does not end when it is canceled, or waits for something that "
          + "is not simulated")
    }
    if isLast || isOver { finishLog(of: life) } else { life.recorder.discard() }
    self.life = nil
  }

  private func finishLog(of life: SimulatedLife<State, Action>) {
    do throws(SessionRecordingError) {
      result.log = try life.recorder.finish().path
    } catch {
      fail(.unrecorded(error))
    }
  }
}

extension SimulationFailure {
  fileprivate static func unrecorded(_ error: SessionRecordingError) -> Self {
    .crash("the session cannot be recorded: \(error)", cause: "the session cannot be recorded")
  }
}

extension ReportedIssue {
  /// The first line of the message.
  fileprivate var summary: String {
    message.split(separator: "\n").first.map(String.init) ?? message
  }
}
