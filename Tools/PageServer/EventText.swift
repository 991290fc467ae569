import Foundation
import SessionDocument
import SessionReports

/// The text of Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
package enum EventText {
  /// Returns an event whose data is one line of ASCII. A reconnecting browser sends the last `id`.
  package static func event(_ name: String, id: String, data: some Sequence<UInt8>) -> [UInt8] {
    Array("event: \(name)\nid: \(id)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  package static func event(_ name: String, id: String, bytes: [UInt8]) -> [UInt8] {
    event(name, id: id, data: Data(bytes).base64EncodedData())
  }

  package static func failure(_ message: String, id: String) -> [UInt8] {
    event("failure", id: id, data: JSONText.line(["message": message]).utf8)
  }

  /// A comment, which browsers ignore. Sending it detects closed connections.
  package static let keepAlive = Array(": \n\n".utf8)

  package static func retry(milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}
