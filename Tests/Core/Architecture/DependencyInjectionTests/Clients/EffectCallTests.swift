import DependencyInjection
import Platform
import Testing

@Suite("Calls that effects make of dependencies")
struct EffectCallTests {
  private func calls(
    planned: [any Sendable] = [], of operation: () async throws -> Void
  ) async rethrows -> [String] {
    let observer = CallObserver(planned: planned)
    ObservedEffect.beginObserving()
    defer { ObservedEffect.endObserving() }
    try await ObservedEffect.$bound.withValue(ObservedEffect(number: 7, observer: observer)) {
      try await operation()
    }
    return observer.calls.withLock { $0 }
  }

  @Test("An observer sees the endpoint, the arguments and the answer of an asynchronous call")
  func asynchronous() async throws {
    let calls = try await calls {
      let three = try await Lamp.working.dim(level: 3, isSlow: true)
      let four = try await Lamp.working.dim(4, false)
      #expect([three, four] == ["dim 3", "dim 4"])
      await Lamp.working.flicker()
    }
    #expect(
      calls == [
        "7: await Lamp.dim(3, true) -> dim 3", "7: await Lamp.dim(4, false) -> dim 4",
        "7: await Lamp.flicker() -> ()",
      ])
  }

  @Test("An observer sees the endpoint, the arguments and the answer of a synchronous call")
  func synchronous() async {
    let calls = await calls {
      #expect(Lamp.working.level(room: "hall") == 4)
      #expect(Lamp.working.level("attic") == 5)
      Lamp.working.stop()
    }
    #expect(
      calls == ["7: Lamp.level hall -> 4", "7: Lamp.level attic -> 5", "7: Lamp.stop() -> ()"])
  }

  @Test("An observer sees a thrown error, whose type is preserved")
  func errors() async {
    let calls = await calls {
      do throws(Lamp.Broken) {
        try Lamp.broken.test()
      } catch {
        #expect(error == Lamp.Broken(watts: 0))
      }
      do throws(Lamp.Broken) {
        _ = try await Lamp.broken.replace(bulb: Bulb(watts: 40))
      } catch {
        #expect(error == Lamp.Broken(watts: 40))
      }
      await #expect(throws: Lamp.Broken(watts: 1)) { try await Lamp.broken.dim(1, true) }
    }
    #expect(
      calls == [
        "7: Lamp.test() throws Broken(watts: 0): Broken",
        "7: await Lamp.replace Bulb(watts: 40) throws Broken(watts: 40): Broken",
        "7: await Lamp.dim(1, true) throws Broken(watts: 1): Error",
      ])
  }

  @Test("An observer can answer a call without calling the endpoint")
  func answers() async throws {
    let calls = try await calls(planned: ["planned", 12]) {
      let text = try await Lamp.broken.dim(level: 1, isSlow: true)
      #expect(text == "planned")
      #expect(Lamp.broken.level(room: "hall") == 12)
    }
    #expect(calls.isEmpty)
  }

  @Test("A main-actor endpoint is observed on the main actor")
  @MainActor func mainActor() async {
    let calls = await calls {
      #expect(Lamp.working.show(size: 2) == 3)
      await Lamp.working.fade()
    }
    #expect(calls == ["7: Lamp.show 2 -> 3", "7: await Lamp.fade() -> ()"])
  }

  @Test("Calls of a generic client, and of a client in a generic type, are observed")
  func generic() async throws {
    let calls = try await calls {
      var cache = Cache<String, Int>(capacity: 5)
      cache.load = { $0.count }
      let four = try await cache.load(key: "four")
      #expect(four == 4)
      var shelf = Shelf<Int>.Client()
      shelf.first = { "first" }
      shelf.find = { $0 }
      let first = try await shelf.first()
      #expect(first == "first")
      let book = try await shelf.find(book: 5)
      #expect(book == 5)
    }
    #expect(
      calls == [
        "7: await Cache.load four -> Optional(4)", "7: await Client.first() -> first",
        "7: await Client.find 5 -> 5",
      ])
  }

  @Test("An excluded endpoint is called without the observer")
  func excluded() async {
    let calls = await calls {
      var watts = 1
      Lamp.working.increase(&watts)
      #expect(watts == 2)
      #expect(Lamp.working.map(transform: { $0 + 1 }) == 2)
      #expect(await Lamp.working.secret() == "secret")
      Lamp.working.log()
    }
    #expect(calls.isEmpty)
  }

  @Test("Calls outside of an observed effect only call the endpoint")
  func unobserved() async throws {
    let calls = try await calls {
      try await ObservedEffect.$bound.withValue(nil) {
        let text = try await Lamp.working.dim(level: 3, isSlow: true)
        #expect(text == "dim 3")
        #expect(Lamp.working.level("hall") == 4)
        #expect(throws: Lamp.Broken(watts: 0)) { try Lamp.broken.test() }
      }
    }
    #expect(calls.isEmpty)
  }

  @Test("The markers of a client show the types of its endpoints that can be recorded")
  func markers() {
    let markers = Mirror(reflecting: Lamp.working).children.compactMap { label, value in
      (type(of: value) as? any MarkedCall.Type).map {
        "\(label ?? ""): (\($0.argumentsType)) \($0.failureType) -> \($0.answerType)"
      }
    }
    #expect(
      markers == [
        "_called_dim: ((Int, Bool)) Error -> String", "_called_flicker: (()) Never -> ()",
        "_called_level: (String) Never -> Int", "_called_stop: (()) Never -> ()",
        "_called_test: (()) Broken -> ()", "_called_replace: (Bulb) Broken -> Bulb",
        "_called_show: (Int) Never -> Int", "_called_fade: (()) Never -> ()",
      ])
    #expect(
      MemoryLayout<CalledEndpoint<(Int, Bool), String, any Error>>.size == MemoryLayout<Int>.size)
  }
}

/// An object that isn't sendable.
private final class Bulb: CustomStringConvertible {
  let watts: Int
  var description: String { "Bulb(watts: \(watts))" }

  init(watts: Int) {
    self.watts = watts
  }
}

@DependencyClient
private struct Lamp: Sendable {
  var dim: @Sendable (_ level: Int, _ isSlow: Bool) async throws -> String
  var flicker: @Sendable () async -> Void
  var level: @Sendable (_ room: String) -> Int = { _ in 0 }
  var stop: @Sendable () -> Void
  var test: @Sendable () throws(Broken) -> Void
  var replace: @Sendable @concurrent (_ bulb: Bulb) async throws(Broken) -> Bulb = {
    bulb throws(Broken) in bulb
  }
  var show: @MainActor @Sendable (_ size: Int) -> Int = { $0 }
  var fade: @MainActor @Sendable () async -> Void
  var increase: @Sendable (inout Int) -> Void
  var map: @Sendable (_ transform: (Int) -> Int) -> Int = { $0(0) }
  @DependencyEndpoint(recorded: false) var secret: @Sendable () async -> String = { "" }
  @DependencyEndpointIgnored var log: @Sendable () -> Void = {}

  struct Broken: Error, Equatable {
    var watts = 0
  }
}

extension Lamp {
  fileprivate static var working: Lamp {
    var lamp = Lamp()
    lamp.dim = { level, _ in "dim \(level)" }
    lamp.flicker = {}
    lamp.level = { $0.count }
    lamp.stop = {}
    lamp.show = { $0 + 1 }
    lamp.fade = {}
    lamp.increase = { $0 += 1 }
    lamp.map = { $0(1) }
    lamp.secret = { "secret" }
    return lamp
  }

  fileprivate static var broken: Lamp {
    var lamp = Lamp()
    lamp.dim = { level, _ in throw Broken(watts: level) }
    lamp.test = { () throws(Broken) in throw Broken() }
    lamp.replace = { bulb throws(Broken) in throw Broken(watts: bulb.watts) }
    return lamp
  }
}

/// A generic type whose type parameter isn't sendable.
private enum Shelf<Book: Equatable> {
  @DependencyClient
  struct Client {
    var first: @Sendable () async throws -> String
    var find: (_ book: Book) async throws -> Book
    var count: @Sendable () -> Int = { 0 }
  }
}

/// Records calls, or answers the next call if its answer has the planned type.
private final class CallObserver: EffectObserver {
  let suppliesAnswers = true
  let calls = Mutex<[String]>([])
  private let planned: Mutex<[any Sendable]>

  init(planned: [any Sendable]) {
    self.planned = Mutex(planned)
  }

  func effectDidBegin(_ effect: UInt64, startedBy step: UInt64) {}
  func effect<Action>(
    _ effect: UInt64, sends action: Action, reduce: @escaping @MainActor () -> Void
  ) {}
  func effectIsInterrupted(_ effect: UInt64) {}
  func effectTaskDidStart(_ effect: UInt64) {}
  func effectDidDropAction(_ effect: UInt64, isLate: Bool) {}
  func effectDidEnd(_ effect: UInt64, isCanceled: Bool) {}

  func answer<Arguments, Answer, Failure: Error>(
    to endpoint: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    if let answer = nextAnswer(Answer.self) { return answer }
    let call = "\(effect): \(endpoint.name)\(text(of: arguments))"
    do throws(Failure) {
      let answer = try live()
      calls.withLock { $0.append("\(call) -> \(answer)") }
      return answer
    } catch {
      calls.withLock { $0.append("\(call) throws \(error): \(Failure.self)") }
      throw error
    }
  }

  func answer<Arguments, Answer, Failure: Error>(
    to endpoint: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    if let answer = nextAnswer(Answer.self) { return answer }
    let call = "\(effect): await \(endpoint.name)\(text(of: arguments))"
    do throws(Failure) {
      let answer = try await live()
      calls.withLock { $0.append("\(call) -> \(answer)") }
      return answer
    } catch {
      calls.withLock { $0.append("\(call) throws \(error): \(Failure.self)") }
      throw error
    }
  }

  private func nextAnswer<Answer>(_ type: Answer.Type) -> Answer? {
    planned.withLock { $0.isEmpty ? nil : $0.removeFirst() as? Answer }
  }

  private func text(of arguments: some Any) -> String {
    let text = "\(arguments)"
    return text.hasPrefix("(") ? text : " \(text)"
  }
}
