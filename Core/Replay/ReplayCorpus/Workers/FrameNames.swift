import CReplayWorker
import Foundation
import SessionDocument

/// The addresses of the functions that were running at a crash, innermost first.
struct CrashFrames {
  let inner: [UInt64]
  let omitted: UInt64
  let outer: [UInt64]
}

enum FrameNames {
  private static let limit = 20

  // The file that the workers run, even if its path was replaced meanwhile.
  private static let symbols = SymbolTable(path: "/proc/self/exe")

  /// Returns the names of functions, except functions of libraries. Repeated calls are named once.
  static func names(of frames: CrashFrames) -> [String] {
    var names: [String] = []
    append(frames.inner, to: &names)
    if frames.omitted > 0 { names.append("… \(frames.omitted.counted("more frame"))") }
    append(frames.outer, to: &names)
    return Array(names.prefix(limit))
  }

  private static func append(_ addresses: [UInt64], to names: inout [String]) {
    for address in addresses {
      // A return address points after the call, which may already be in a different function.
      guard let symbol = symbols.name(at: address &- 1), isOfApp(symbol) else { continue }
      let name = readable(symbol)
      if names.last != name { names.append(name) }
    }
  }

  /// Returns whether a mangled name belongs to the app: it begins with one of the app's modules.
  private static func isOfApp(_ symbol: String) -> Bool {
    guard symbol.hasPrefix("$s") else { return false }
    let library = [
      "AppShell", "CaseKeyPaths", "CommandLineKit", "ComposableArchitecture",
      "DependencyInjection", "IdentifiedArrays", "Issues", "LegacySpellings",
      "PageServer", "Platform", "RecordCoding", "RecordedValues", "ReducerRuntime", "ReplayCorpus",
      "Scheduling", "SchemaEvolution", "SessionDocument", "SessionLog", "SessionMinimizing",
      "SessionModel", "SessionRecording", "SessionReplay", "SessionReplayTesting",
      "SessionReports", "SharedState", "Simulation", "TerminalApp", "TestGeneration", "TestStores",
      "ValueDump",
    ].contains { symbol.dropFirst(2).hasPrefix("\($0.count)\($0)") }
    // Names of the standard library begin differently. Thunks only forward a call.
    return !library && symbol.dropFirst(2).first?.isNumber == true && !symbol.hasSuffix("TR")
  }

  private static func readable(_ symbol: String) -> String {
    guard let text = rp_worker_demangle(symbol) else { return symbol }
    defer { free(text) }
    return SwiftSymbolText.short(String(cString: text))
  }
}

/// Shortens `closure #1 (inout A.S) -> B in static A.f.getter : C` to `closure #1 in A.f.getter`.
package enum SwiftSymbolText {
  private static let prefixes = [
    "static ", "merged ", "partial apply forwarder for ", "protocol witness for ",
  ]

  package static func short(_ name: String) -> String {
    var parts: [String] = []
    for part in split(name) {
      let part = shortened(part)
      if !part.isEmpty, parts.last != part { parts.append(part) }
    }
    return parts.isEmpty ? name : parts.joined(separator: " in ")
  }

  private static func split(_ name: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = name.startIndex
    for index in name.indices {
      switch name[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      // The `>` of an arrow closes no bracket.
      case ">" where index == start || name[name.index(before: index)] != "-": depth -= 1
      case " " where depth == 0 && name[index...].hasPrefix(" in "):
        parts.append(name[start..<index])
        start = name.index(index, offsetBy: 4)
      default: break
      }
    }
    return parts + [name[start...]]
  }

  private static func shortened(_ part: Substring) -> String {
    var part = part
    if part.contains("specialization <"), let end = part.range(of: "> of ", options: .backwards) {
      part = part[end.upperBound...]
    }
    while let prefix = prefixes.first(where: part.hasPrefix) { part = part.dropFirst(prefix.count) }
    // A private name is in parentheses, followed by a number for its file.
    var text = ""
    while let open = part.firstIndex(of: "(") {
      let rest = part[part.index(after: open)...]
      guard let mark = rest.range(of: " in _"), let close = rest.firstIndex(of: ")"),
        mark.upperBound < close, !rest[..<mark.lowerBound].contains("(")
      else { break }
      text += part[..<open] + rest[..<mark.lowerBound]
      part = rest[rest.index(after: close)...]
    }
    text += part
    let end =
      [" (", "(", "<", " : ", " -> "].compactMap { text.range(of: $0)?.lowerBound }.min()
      ?? text.endIndex
    return String(text[..<end])
  }
}
