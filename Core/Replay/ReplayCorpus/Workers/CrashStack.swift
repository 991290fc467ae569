import CReplayWorker
import Foundation
import Platform
import SessionDocument
import SessionReplay

/// The return addresses in the executable at a crash, relative to its start and innermost first.
struct CrashAddresses: Hashable {
  let inner: [UInt64]
  let omitted: UInt64
  let outer: [UInt64]

  /// Creates a list without the addresses in libraries, which differ in each process.
  init(inner: some Sequence<UInt64>, omitted: UInt64, outer: some Sequence<UInt64>) {
    self.inner = inner.filter(DebugInformation.isInExecutable)
    self.omitted = omitted
    self.outer = outer.filter(DebugInformation.isInExecutable)
  }
}

/// The functions of the app that were running at a crash, innermost first.
struct CrashStack: Equatable, Sendable {
  var frames: [CrashFrame] = []
  /// The reason that the compiler noted for a trap, such as `arithmetic overflow`.
  var failure: String?
}

extension CrashStack {
  private static let limit = 20

  // Many logs may crash in one place. The first name of an executable takes half a second.
  private static let known = Mutex<[CrashAddresses: CrashStack]>([:])

  /// Returns the functions at addresses, except functions of libraries. Repeated calls are named
  /// once.
  static func of(_ addresses: CrashAddresses) -> CrashStack {
    if let stack = known.withLock({ $0[addresses] }) { return stack }
    var stack = CrashStack()
    stack.append(DebugInformation.calls(at: addresses.inner))
    if addresses.omitted > 0 {
      stack.frames.append(CrashFrame("… \(addresses.omitted.counted("more frame"))"))
      stack.append(DebugInformation.calls(at: addresses.outer))
    }
    stack.frames = Array(stack.frames.prefix(limit))
    known.withLock { $0[addresses] = stack }
    return stack
  }

  private mutating func append(_ calls: [DebugInformation.Call]) {
    for call in calls {
      if let reason = call.failure {
        if frames.isEmpty { failure = reason }
        continue
      }
      guard !call.isThunk, let name = Self.demangled(call.symbol),
        let module = SwiftSymbolText.module(of: name), !Self.libraries.contains(module)
      else { continue }
      let function = SwiftSymbolText.short(name)
      guard frames.last?.function != function else { continue }
      frames.append(CrashFrame(function, at: call.location.map { "\(module)/\($0)" }))
    }
  }

  private static func demangled(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s"), let text = rp_worker_demangle(symbol) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The modules whose functions are not part of the app.
  private static let libraries: Set<String> = [
    "AppShell", "CaseKeyPaths", "CommandLineKit", "ComposableArchitecture", "Dispatch",
    "DependencyInjection", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "IdentifiedArrays", "Issues", "LegacySpellings", "Observation", "PageServer", "Platform",
    "RecordCoding", "RecordedValues", "ReducerRuntime", "ReplayCorpus", "Scheduling",
    "SchemaEvolution", "SessionDocument", "SessionLog", "SessionMinimizing", "SessionModel",
    "SessionRecording", "SessionReplay", "SessionReplayTesting", "SessionReports", "SharedState",
    "Simulation", "Swift", "Synchronization", "TerminalApp", "TerminalUI", "TestGeneration",
    "TestStores", "Undo", "ValueDump", "_Concurrency", "_StringProcessing",
  ]
}
