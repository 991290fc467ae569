@preconcurrency import CGetopt
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Separates options from operands with the system's `getopt_long`.
struct OptionScanner {
  /// The options and operands of a command line, in their order.
  struct Result {
    var options: [(name: String, value: String?)] = []
    var operands: [String] = []
  }

  /// Guards `getopt_long`, which keeps its position in global variables.
  private static let lock = Mutex(())
  /// The first number for long options. Lower numbers are the characters of short options.
  private static let firstNumber: Int32 = 256

  let specs: [OptionSpec]
  /// Whether scanning stops at the first operand, because later options belong to the verb.
  var stopsAtOperand = false

  func scan(_ arguments: [String]) throws(UsageError) -> Result {
    try Self.lock.withLock { _ throws(UsageError) in try scanAlone(arguments) }
  }

  private func scanAlone(_ arguments: [String]) throws(UsageError) -> Result {
    let words = ([""] + arguments).map { strdup($0) }
    let names = specs.map { strdup($0.name) }
    defer { for text in words + names { free(text) } }
    var argv = words + [nil]
    let long =
      specs.indices.map { index in
        option(
          name: names[index], has_arg: specs[index].value == nil ? no_argument : required_argument,
          flag: nil, val: Self.firstNumber + Int32(index))
      } + [option()]
    // A leading colon makes getopt distinguish missing values from unknown options.
    let letters = (stopsAtOperand ? "+:" : ":") + specs.map(\.letters).joined()

    reset()
    var result = Result()
    while true {
      let found = getopt_long(Int32(words.count), &argv, letters, long, nil)
      guard found != -1 else { break }
      guard let spec = spec(of: found) else {
        throw error(found, at: argv[Int(optind) - 1].map { String(cString: $0) } ?? "", arguments)
      }
      result.options.append((spec.name, spec.value == nil ? nil : String(cString: optarg)))
    }
    result.operands = argv[Int(optind)..<words.count].compactMap { $0.map { String(cString: $0) } }
    return result
  }

  private func reset() {
    opterr = 0
    #if canImport(Darwin)
      optreset = 1
      optind = 1
    #else
      // glibc reads the letters again only if `optind` is 0.
      optind = 0
    #endif
  }

  private func spec(of found: Int32) -> OptionSpec? {
    if found >= Self.firstNumber { return specs[Int(found - Self.firstNumber)] }
    return specs.first { $0.short?.asciiValue.map(Int32.init) == found }
  }

  /// Returns the error that `getopt_long` found. `word` is the last word that it has scanned.
  private func error(_ found: Int32, at word: String, _ arguments: [String]) -> UsageError {
    let known = optopt == 0 ? nil : spec(of: optopt)
    if let known {
      return found == Int32(UInt8(ascii: ":"))
        ? .missingValue(option: "--\(known.name)", value: known.value ?? "VALUE")
        : .unexpectedValue(option: "--\(known.name)")
    }
    // `optopt` has a value only for an unknown letter, whose word may not be scanned to its end.
    guard optopt == 0 else { return .unknownOption(letter(arguments), nearest: nil) }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let candidates = specs.map(\.name).filter { $0.hasPrefix(name) }
    guard candidates.count < 2 || name.isEmpty else {
      return .ambiguousOption("--\(name)", candidates: candidates)
    }
    let nearest = NearestName.to(name, among: specs.map(\.name))
    return .unknownOption("--\(name)", nearest: nearest.map { "--\($0)" })
  }
}

extension OptionScanner {
  /// Returns the unknown letter in `optopt`, which has the first byte if a letter isn't ASCII.
  private func letter(_ arguments: [String]) -> String {
    let byte = UInt8(truncatingIfNeeded: optopt)
    let words = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !$0.hasPrefix("--") }
    let letter = words.joined().first { $0.utf8.first == byte }
    return "-\(letter ?? Character(UnicodeScalar(byte)))"
  }
}

extension OptionSpec {
  /// The option in the syntax of `getopt`: its letter, and a colon if it takes a value.
  fileprivate var letters: String {
    short.map { "\($0)\(value == nil ? "" : ":")" } ?? ""
  }
}
