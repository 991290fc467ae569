import App
import ComposableArchitecture
import EffectReplay
import SessionReplay
import SessionTestSupport
import Testing

@MainActor
@Suite("Effects of the golden sessions")
struct AppEffectTests {
  @Test(
    "Effects match on a system that does not control the order of tasks",
    arguments: GoldenSessions.names)
  func unordered(name: String) async {
    var replayer = EffectReplayer(SessionReplayer { AppFeature() })
    replayer.schedule = .unordered(timeout: .seconds(600))
    let path = "\(GoldenSessions.folder)/\(name)"
    let report = await replayer.replay(path: path)
    replayer.schedule = .ordered
    var expected = await replayer.replay(path: path)
    #expect(expected.obstacle == nil)
    expected.isOrdered = false
    #expect(report == expected)
  }
}
