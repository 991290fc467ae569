import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionReplay
import Testing

/// A feature whose reducer and effect depend on the user's region.
@Reducer
private struct Planner {
  @Recordable
  struct State: Equatable {
    var days: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case plan
    case fetch
    case fetched(String)
  }

  @Dependency(\.calendar) var calendar
  @Dependency(\.timeZone) var timeZone
  @Dependency(\.locale) var locale
  @Dependency(\.preferredLocales) var preferredLocales

  private var day: String {
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    let locales = preferredLocales.map(\.identifier).joined(separator: ",")
    return "\(calendar.component(.hour, from: date)) \(timeZone.identifier) \(locale.identifier) "
      + "\(locales)"
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .plan: state.days.append(day)
      case .fetch: return .run { send in await send(.fetched(day)) }
      case .fetched(let day): state.days.append(day)
      }
      return .none
    }
  }
}

/// A feature that overrides a part of the user's calendar.
@Reducer
private struct MondayPlanner {
  var body: some Reducer<Planner.State, Planner.Action> {
    Planner().dependency(\.calendar.firstWeekday, 2)
  }
}

@MainActor
@Suite("The user's region")
struct RegionTests {
  private nonisolated static func travel(
    to zone: String, _ locale: String, _ values: inout DependencyValues
  ) {
    values.timeZone = TimeZone(identifier: zone) ?? .gmt
    values.locale = Locale(identifier: locale)
    values.preferredLocales = [Locale(identifier: locale), Locale(identifier: "eo")]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = values.timeZone
    calendar.locale = values.locale
    values.calendar = calendar
  }

  private func check<Feature: Reducer & SendableMetatype>(
    _ feature: @escaping @Sendable () -> Feature
  ) async throws where Feature.State == Planner.State, Feature.Action == Planner.Action {
    let session = try withDependencies {
      Self.travel(to: "America/New_York", "en_US", &$0)
    } operation: {
      try EffectSession(Planner.State()) { feature() }
    }
    for action in [Planner.Action.plan, .fetch, .plan] { await session.send(action) }
    try session.finish()
    await session.end()
    #expect(
      session.store.withState(\.days)
        == Array(repeating: "19 America/New_York en_US en_US,eo", count: 3))
    let (steps, effects) = await withDependencies {
      Self.travel(to: "Asia/Tokyo", "ja_JP", &$0)
    } operation: {
      await session.replay { feature() }
    }
    #expect("\(steps.verdict)" == "match")
    #expect(effects.divergence?.description == nil)
    #expect(effects.unverified == [])
    #expect(effects.verifiedCount == 1)
  }

  @Test("A session that was recorded in New York matches in Tokyo, with its effects")
  func otherRegion() async throws {
    try await check { Planner() }
  }

  @Test("A calendar is recorded if a reducer overrides a part of it")
  func overriddenPart() async throws {
    try await check { MondayPlanner() }
  }
}
