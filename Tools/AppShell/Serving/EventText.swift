import Foundation
import SessionReports

/// Server-Sent Events as text: https://html.spec.whatwg.org/multipage/server-sent-events.html
package enum EventText {
  /// An event whose data is one line of ASCII; `id` is what a browser sends when it connects again.
  package static func event(_ name: String, id: String, data: some Sequence<UInt8>) -> [UInt8] {
    Array("event: \(name)\nid: \(id)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  /// An event of bytes, as base64.
  package static func event(_ name: String, id: String, bytes: [UInt8]) -> [UInt8] {
    event(name, id: id, data: Data(bytes).base64EncodedData())
  }

  /// An event that tells of a failure.
  package static func failure(_ message: String, id: String) -> [UInt8] {
    event("failure", id: id, data: JSONText.line(["message": message]).utf8)
  }

  /// What a browser takes no notice of; it tells whether the connection is still there.
  package static let keepAlive = Array(": \n\n".utf8)

  /// How many milliseconds a browser waits before it connects again.
  package static func retry(milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }
}
