import Platform

/// The reason a log, or a block of it, cannot be read.
package enum LogReaderError: Error, Equatable, Codable, Sendable {
  /// The file cannot be opened or read; `code` is the `errno`.
  case cannotOpen(path: String, code: Int32)
  case notARegularFile(path: String)
  /// The path leads into a tar that cannot be read, at least at the location of the log.
  case archive(TarError)
  case emptyFile(path: String)
  case notGzip(path: String)
  /// The file is a gzip file, or begins like one, but is not a log.
  case notALog(path: String)
  /// The file ends within the header. The length is in bytes.
  case truncatedHeader(path: String, length: UInt64)
  case damagedHeader(path: String, cause: LogDamage.Cause)
  /// The log has a later version of the format, or requires features that the reader lacks.
  case newerFormat(path: String, version: Int, supported: Int, unknownFeatures: [String])
  case damaged(path: String, damage: LogDamage)
}

extension LogReaderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let path, let code):
      LogLocationError.cannotOpen(path: path, code: code).description
    case .notARegularFile(let path): LogLocationError.notARegularFile(path: path).description
    case .archive(let error): error.description
    case .emptyFile(let path):
      "\(path.visible): is empty, so there is nothing to read or to recover. Record it again."
    case .notGzip(let path):
      "\(path.visible): is not a gzip file, and so not a log. Give the path of a log."
    case .notALog(let path):
      "\(path.visible): is not a log of this format, though it begins as a gzip file does. "
        + "Give the path of a log."
    case .truncatedHeader(let path, let length):
      "\(path.visible): ends within its header, after \(grouped(length)) bytes, so no step is "
        + "left. Record it again, or find a whole copy."
    case .damagedHeader(let path, let cause):
      "\(path.visible): the header at offset 0 is damaged: \(cause). "
        + "No step can be read without it; find a whole copy."
    case .newerFormat(let path, let version, let supported, let unknownFeatures):
      "\(path.visible): \(Self.newer(version, supported, unknownFeatures))"
    case .damaged(let path, let damage):
      "\(path.visible): \(damage)\(Self.remedy(path, damage))"
    }
  }

  /// Returns a message with what the log requires, what this program supports, and the remedy.
  private static func newer(_ version: Int, _ supported: Int, _ unknown: [String]) -> String {
    let names = names(of: unknown)
    if unknown.isEmpty {
      return "is of version \(version) of the format; this program reads version \(supported). "
        + "Use a newer program, which reads version \(version)."
    }
    if version <= supported {
      return "requires \(names), which this program does not know, though it reads version "
        + "\(version) of the format, which the log uses. Use a newer program, which knows \(names)."
    }
    return "is of version \(version) of the format and requires \(names), which this program does "
      + "not know; it reads version \(supported). Use a newer program, which reads version "
      + "\(version) and knows \(names)."
  }

  /// Returns a list of features, limited in length because a log may require any number of them.
  private static func names(of features: [String]) -> String {
    let limit = 5
    var names = features.prefix(limit).map { "“\((String($0.prefix(60))).visible)”" }
    if features.count > limit { names.append("\(features.count - limit) more") }
    guard names.count > 1, let last = names.popLast() else { return names.first ?? "" }
    return "\(names.joined(separator: ", ")) and \(last)"
  }

  private static func remedy(_ path: String, _ damage: LogDamage) -> String {
    guard damage.wholeSteps > 0 else {
      return damage.cause == .unfinished
        ? " There is no step to recover." : " Nothing can be recovered; find a whole copy."
    }
    let it = damage.wholeSteps == 1 ? "it" : "them"
    return " `reprise recover \(shellWord(path)) -o whole.reprise` keeps \(it)."
  }
}

extension LogLocation {
  /// Finds the bytes of a log that will be read.
  init(ofLogAt path: String) throws(LogReaderError) {
    do throws(LogLocationError) {
      self = try LogLocation(path: path)
    } catch {
      switch error {
      case .cannotOpen(let path, let code): throw .cannotOpen(path: path, code: code)
      case .notARegularFile(let path): throw .notARegularFile(path: path)
      case .archive(let error): throw .archive(error)
      }
    }
  }
}
