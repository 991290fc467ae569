import AppShell
import ComposableArchitecture
import Foundation

/// An app that fails in every way in which an app can end. The shell must still restore the
/// terminal, and a replay must continue with the other logs.
struct FaultyApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    var depth = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Recurses until the stack overflows.
    case recurse
    /// Exits the process without notifying the shell.
    case leave
    /// Increments the depth, and succeeds.
    case dig
    /// Prints to both streams, and succeeds.
    case chatter
    /// Reads past the end of an array.
    case readBehindEnd
    /// Overflows an integer.
    case overflow
    /// Traps with a message.
    case giveUp
    /// Calls `abort()`.
    case abort
    /// Never returns.
    case loop
    /// Allocates memory until none is left.
    case hoard
    /// Waits for a timer whose signal is not handled.
    case alarm
    /// Kills its own process.
    case kill
    /// Signals the pipe `FAULTY_SIGNAL`, and then waits forever.
    case block
    /// In a worker process, interrupts the process that started the replay, and then waits forever.
    case interruptReplay
  }

  static let name = "Faulty"
  static let version = "1.0"
  static var initialState: State { State() }

  /// Whether the faults are repaired, to test a log before and after the repair.
  private static let isFixed = ProcessInfo.processInfo.environment["FAULTY_FIXED"] == "1"
  /// Whether digging goes twice as deep, to make logs diverge.
  private static let digsTwice = ProcessInfo.processInfo.environment["FAULTY_TWICE"] == "1"

  private nonisolated(unsafe) static var hoard: [[UInt8]] = []

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      EnteredSteps.count()
      switch action {
      case .dig: state.depth += digsTwice ? 2 : 1
      case .chatter: chatter()
      default: if !isFixed { state.depth = fail(action, state.depth) }
      }
      return .none
    }
  }

  private static func fail(_ action: Action, _ depth: Int) -> Int {
    switch action {
    case .dig, .chatter: depth
    case .recurse: deepened(depth)
    case .leave: Foundation.exit(3)
    case .readBehindEnd: element(of: [depth], at: depth + 1)
    case .overflow: sum(of: .max, and: depth + 1)
    case .giveUp: fatalError("nothing works at depth \(depth)")
    case .abort: Foundation.abort()
    case .loop: endless(depth)
    case .hoard: hoarded()
    case .alarm: alarmed()
    case .kill: killed(depth)
    case .block: blocked()
    case .interruptReplay: CommandLine.arguments.last == "replay-worker" ? interrupted() : depth
    }
  }

  private static func chatter() {
    print("chatter on standard output")
    FileHandle.standardError.write(Data("chatter on standard error\n".utf8))
  }

  @inline(never)
  private static func element(of array: [Int], at index: Int) -> Int { array[index] }

  @inline(never)
  private static func sum(of one: Int, and other: Int) -> Int { one + other }

  /// The recursive call comes first. Otherwise it could be optimized away.
  private static func deepened(_ depth: Int) -> Int {
    let next = depth < .max ? deepened(depth + 1) : depth
    return next ^ depth
  }

  @inline(never)
  private static func endless(_ depth: Int) -> Int {
    var depth = depth
    while depth >= 0 { depth = (depth &+ 1) & .max }
    return depth
  }

  @inline(never)
  private static func hoarded() -> Int {
    // The memory is stored globally. Otherwise it could be optimized away.
    while hoard.count >= 0 { hoard.append([UInt8](repeating: 1, count: 16 << 20)) }
    return hoard.count
  }

  /// Waits for SIGALRM, which the kernel sends when the timer expires.
  @inline(never)
  private static func alarmed() -> Int {
    ualarm(1_000, 0)
    while true { pause() }
  }

  /// Kills the process. If `FAULTY_ONCE` names a file, only the run that creates the file is
  /// killed.
  private static func killed(_ depth: Int) -> Int {
    if let mark = ProcessInfo.processInfo.environment["FAULTY_ONCE"] {
      let file = open(mark, O_CREAT | O_EXCL | O_WRONLY, 0o600)
      guard file >= 0 else { return depth }
    }
    return Int(Foundation.kill(getpid(), SIGKILL))
  }

  private static func blocked() -> Int {
    Signal.send()
    while true { pause() }
  }

  private static func interrupted() -> Int {
    Foundation.kill(getppid(), SIGINT)
    while true { pause() }
  }

  static func screen(of state: State) -> String { "depth \(state.depth)" }
}
