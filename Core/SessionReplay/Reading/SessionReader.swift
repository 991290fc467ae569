import Foundation
import RecordCoding
package import SessionLog

/// An open log of a session: its header, and where its steps are.
package struct SessionReader: Sendable {
  /// The file.
  package let log: LogReader
  /// What the first line of the log says.
  package let header: SessionHeader

  /// Opens a log and reads its header.
  package init(path: String) throws(SessionReadError) {
    do throws(LogReaderError) {
      log = try LogReader(path: path)
    } catch {
      throw .log(error)
    }
    do {
      header = try JSONDecoder().decode(SessionHeader.self, from: Data(log.header))
    } catch let error as DecodingError {
      throw .badHeader(path: path, description: error.summary)
    } catch {
      throw .badHeader(path: path, description: "\(error)")
    }
    let references = [header.state, header.action] + header.draws.map(\.type)
    guard references.allSatisfy(header.schema.holds) else {
      throw .badHeader(path: path, description: "a type is referred to that the schema lacks")
    }
  }

  /// The payload of a block.
  func payload(ofBlockAt index: Int) throws(SessionReadError) -> [UInt8] {
    do throws(LogReaderError) {
      return try log.payload(of: log.blocks[index])
    } catch {
      throw .log(error)
    }
  }

  /// A fault in a block whose checksum is right.
  func fault(inBlockAt index: Int, wholeSteps: UInt64, _ cause: BadBlock) -> SessionReadError {
    .badBlock(
      path: log.path, block: index + 1, offset: log.blocks[index].offset, wholeSteps: wholeSteps,
      cause)
  }
}

extension DecodingError {
  /// What could not be decoded, and at which key.
  fileprivate var summary: String {
    let context =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: Context(codingPath: [], debugDescription: "\(self)")
      }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
