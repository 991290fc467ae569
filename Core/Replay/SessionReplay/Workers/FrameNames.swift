import CReplayWorker
import Foundation

/// The addresses of the functions that were running at a crash, the innermost first.
struct CrashFrames {
  let inner: [UInt64]
  /// How many were left out between the inner and the outer ones.
  let omitted: UInt64
  let outer: [UInt64]
}

/// The names of the app's functions among those that were running at a crash.
enum FrameNames {
  /// More are not told.
  private static let limit = 20

  // The same file as the workers, whatever stands under its name by now.
  private static let symbols = SymbolTable(path: "/proc/self/exe")

  /// The names, without those of the libraries; what is called again and again is named once.
  static func names(of frames: CrashFrames) -> [String] {
    var names: [String] = []
    append(frames.inner, to: &names)
    if frames.omitted > 0 { names.append("… \(frames.omitted.counted("more frame"))") }
    append(frames.outer, to: &names)
    return Array(names.prefix(limit))
  }

  private static func append(_ addresses: [UInt64], to names: inout [String]) {
    for address in addresses {
      // What stands on the stack is the address behind the call, which may be another function's.
      guard let symbol = symbols.name(at: address &- 1), isOfApp(symbol) else { continue }
      let name = readable(symbol)
      if names.last != name { names.append(name) }
    }
  }

  /// Whether a function is the app's, by its mangled name: one that begins with a module of its own.
  private static func isOfApp(_ symbol: String) -> Bool {
    guard symbol.hasPrefix("$s") else { return false }
    let library = [
      "ComposableArchitecture", "DependencyInjection", "SessionReplay", "RecordCoding", "AppShell",
      "CaseKeyPaths", "IdentifiedArrays", "Issues",
    ].contains { symbol.dropFirst(2).hasPrefix("\($0.count)\($0)") }
    // The standard library's functions begin otherwise; thunks only pass a call on.
    return !library && symbol.dropFirst(2).first?.isNumber == true && !symbol.hasSuffix("TR")
  }

  private static func readable(_ symbol: String) -> String {
    guard let text = rp_worker_demangle(symbol) else { return symbol }
    defer { free(text) }
    return SwiftSymbolText.short(String(cString: text))
  }
}

/// The demangled name of a Swift function, made as short as a person would write it.
///
/// `closure #1 (inout A.S) -> B in static A.f.getter : C` becomes `closure #1 in A.f.getter`.
package enum SwiftSymbolText {
  private static let prefixes = [
    "static ", "merged ", "partial apply forwarder for ", "protocol witness for ",
  ]

  /// The short form.
  package static func short(_ name: String) -> String {
    var parts: [String] = []
    for part in split(name) {
      let part = shortened(part)
      if !part.isEmpty, parts.last != part { parts.append(part) }
    }
    return parts.isEmpty ? name : parts.joined(separator: " in ")
  }

  /// The parts between ` in ` that are not within brackets.
  private static func split(_ name: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = name.startIndex
    for index in name.indices {
      switch name[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      // The arrow of a function type closes nothing.
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
    // A private name stands in brackets, with a number that stands for its file.
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
