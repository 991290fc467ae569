import Foundation
import RecordCoding
import SessionLog
import SessionModel

extension SessionHeader {
  /// Parses the first line. Returns the header, and its line of JSON as stored in a log.
  static func imported(
    from line: [UInt8]
  ) throws(SessionImportError) -> (header: SessionHeader, bytes: [UInt8]) {
    let value = try JSONValue(line, number: 1)
    let json: JSONValue
    var newer: String?
    do throws(ValueFault) {
      let line = try ImportedLine(value)
      try checkKind(of: line)
      let version = try line.number("version")
      guard version <= SessionExport.version else {
        newer = "the lines are of version \(version)"
        throw ValueFault("version", "")
      }
      try line.check(["kind", "format", "version", "header"])
      json = try line.value("header")
    } catch {
      if let newer { throw .newer(description: newer) }
      throw .badValue(line: 1, key: error.key, description: error.description)
    }
    var writer = JSONLineWriter()
    writer.value(json)
    do {
      let header = try JSONDecoder().decode(SessionHeader.self, from: Data(writer.bytes))
      try header.checkReferences()
      return (header, writer.bytes)
    } catch let error as SessionImportError {
      throw error
    } catch {
      throw .badValue(
        line: 1, key: "header", description: "it is not the header of a session: \(error)")
    }
  }

  private static func checkKind(of line: ImportedLine) throws(ValueFault) {
    guard case .string("header") = line["kind"] else {
      let isOfLog = if case .string(LogFormat.name) = line["format"] { true } else { false }
      throw ValueFault(
        "",
        isOfLog
          ? "this is the header of a log, not a line that 'export' wrote"
          : "a file that 'export' wrote begins with a line of the kind 'header'")
    }
    let format = try line.string("format")
    guard format == SessionExport.format else {
      throw ValueFault("format", "'\(format)' is not '\(SessionExport.format)'")
    }
  }

  private func checkReferences() throws(SessionImportError) {
    let unknown = requires.filter { !LogReaderOptions.session.supportedFeatures.contains($0) }
    guard version <= LogFormat.version, unknown.isEmpty else {
      throw .newer(
        description: "the header is of version \(version)"
          + (unknown.isEmpty ? "" : " and requires \(unknown.joined(separator: ", "))"))
    }
    guard format == LogFormat.name, version == LogFormat.version else {
      throw .badValue(line: 1, key: "header.format", description: "it is not the format of a log")
    }
    let types =
      [state, action] + dependencies.map(\.type) + (endpoints ?? []).flatMap(\.types)
      + (shared ?? []).map(\.type)
    guard types.allSatisfy(schema.holds) else {
      throw .badValue(
        line: 1, key: "header", description: "a type is referred to that the schema lacks")
    }
  }
}

extension JSONValue {
  init(_ line: [UInt8], number: Int) throws(SessionImportError) {
    do throws(JSONFault) {
      self = try JSONValue(parsing: line)
    } catch {
      throw .notJSON(line: number, offset: error.offset, description: error.description)
    }
  }
}
