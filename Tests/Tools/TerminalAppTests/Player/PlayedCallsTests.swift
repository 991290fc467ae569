import SessionDocument
import SessionModel
import SessionReplay
import TerminalApp
import TerminalUI
import Testing
import TestSupport

@MainActor
@Suite("Calls in the player")
struct PlayedCallsTests {
  // Expectations are about values of a model, because a failure prints all values in it, and a
  // whole model takes minutes.

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func model(
    _ log: consuming CallLog, showsCalls: Bool = false, width: Int = 100
  ) throws -> PlayerModel {
    let path = folder.file("s.reprise")
    try log.write(to: path)
    var model = PlayerModel(
      PlayedLog(try SessionReader(path: path)), size: Size(width: width, height: 20),
      screens: .unavailable("not asked for"), replay: .unavailable("not asked for"),
      showsCalls: showsCalls)
    _ = model.work()
    return model
  }

  private func lines(_ model: inout PlayerModel) -> [String] {
    _ = model.work()
    return model.draw().frame.grid.text.split(separator: "\n").map(String.init)
  }

  private func press(_ keys: Key..., in model: inout PlayerModel) {
    for key in keys { _ = model.handle(.key(key)) }
    _ = model.work()
  }

  @Test("A step has the number of its calls, and 'e' unfolds them")
  func folding() throws {
    var model = try model(.example())
    #expect(lines(&model).contains { $0.hasPrefix("  1 ▾↳1 · load ") })
    #expect(lines(&model).last?.contains("e calls") == true)
    press("e", in: &model)
    #expect(lines(&model).contains { $0.contains("  ↳ PrimeClient.find(17) → 59, 12 ms ") })
    press("e", in: &model)
    #expect(!lines(&model).contains { $0.contains("  ↳ PrimeClient") })
    press("E", in: &model)
    #expect(lines(&model).count { $0.contains("  ↳ PrimeClient") } == 4)
  }

  @Test("A selected call is shown in full")
  func selected() throws {
    var model = try model(.example(), showsCalls: true)
    press("3", "g", "j", "j", in: &model)
    let selected = model.list.selectedCall
    #expect(selected == 1)
    #expect(lines(&model).contains { $0.contains("│↳ PrimeClient.updates() → 2 elements [2, 3]") })
    press("z", in: &model)
    let later = model.list.selectedCall
    #expect(later == nil)
    #expect(lines(&model)[0].contains("step 3 of 4"))
  }

  @Test("A step that an effect sent has the calls whose answers led to it")
  func answers() throws {
    var model = try model(.example())
    press("2", "g", in: &model)
    #expect(lines(&model).contains { $0.contains("│↳ PrimeClient.find(17) → 59, 12 ms") })
  }

  @Test("A filter finds calls, and shows the found calls")
  func filter() throws {
    var model = try model(.example())
    press("/", in: &model)
    for character in "offline" { press(.character(character), in: &model) }
    press(.enter, in: &model)
    let lines = lines(&model)
    #expect(lines.contains { $0.contains("Steps with 'offline': 1") })
    #expect(lines.contains { $0.contains("↳ PrimeClient.save(\"a.txt\", 59)") })
  }

  @Test("A log with many calls is read block by block, before and after it is drawn")
  func many() throws {
    var log = try CallLog()
    for step in 1...100 as ClosedRange<UInt64> {
      log.load()
      log.event(step, .began(step: step))
      for call in 100 * (step - 1) + 1...100 * step {
        log.call(call, of: step, .find, CallLog.bytes(Int64(call)))
        log.event(step, .ended(call: call, .canceled))
      }
      log.endBlock()
    }
    let path = folder.file("t.reprise")
    try log.write(to: path)
    var model = PlayerModel(
      PlayedLog(try SessionReader(path: path)), size: Size(width: 100, height: 20),
      screens: .unavailable("not asked for"), replay: .unavailable("not asked for"),
      showsCalls: true)
    // The screen is drawn before any call is read.
    let rows = model.list.rowCount
    #expect(rows == 101)
    _ = model.draw()
    _ = model.work { true }
    let isWorking = model.isWorking
    #expect(isWorking)
    _ = model.work()
    let all = model.list.rowCount
    #expect(all == 10_101)
    press("G", in: &model)
    let selected = model.list.selectedCall
    #expect(selected == 99)
    #expect(lines(&model).contains { $0.contains("↳ PrimeClient.find(10000) → canceled, 0 ms") })
  }

  @Test("In a log without calls, the key for calls only shows a message")
  func noCalls() throws {
    var log = try CallLog()
    log.header.requires = ["identityTypes"]
    log.load()
    var model = try model(log)
    press("e", in: &model)
    let message = model.message?.text
    #expect(message == "e does nothing here; ? shows the keys.")
  }

  @Test("A damaged event is reported once, and the calls before it are shown")
  func damaged() throws {
    var log = try CallLog.example()
    log.event(9, .finished)
    var model = try model(log)
    let message = model.message?.text
    #expect(message?.contains("effect 9, which has not started") == true)
    press("e", in: &model)
    #expect(lines(&model).contains { $0.contains("↳ PrimeClient.find(17)") })
  }
}
