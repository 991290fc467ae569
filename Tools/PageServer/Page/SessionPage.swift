import CSessionPage
import Foundation
import SessionReports

/// A document that shows sessions in a browser: one file without outside resources.
package struct SessionPage: Sendable {
  /// Data that the page's script reads from an element of the document.
  package struct Data: Sendable {
    /// The ID of the element.
    let id: String
    let type: String
    let text: String

    /// Creates data from one line of JSON.
    package static func json(_ text: String, id: String) -> Data {
      // Only strings of the JSON contain `<`. With `<` escaped, the data cannot end the element.
      Data(
        id: id, type: "application/json",
        text: text.replacingOccurrences(of: "<", with: "\\u003c"))
    }

    /// Creates data from bytes, encoded as Base64.
    package static func bytes(_ bytes: [UInt8], id: String) -> Data {
      Data(id: id, type: "text/plain", text: Foundation.Data(bytes).base64EncodedString())
    }

    var element: String { "<script type=\"\(type)\" id=\"\(id)\">\(text)</script>\n" }
  }

  let title: String
  let data: [Data]
  let policy: PagePolicy

  /// Creates a page. Without data, the page is a viewer to which a log can be dragged.
  package init(title: String, data: [Data], policy: PagePolicy = .file) {
    self.title = title
    self.data = data
    self.policy = policy
  }

  /// The document in UTF-8.
  package var html: [UInt8] {
    var html: [UInt8] = []
    for piece in PageTemplate.skeleton {
      switch piece {
      case .text(let text): html += text.utf8
      case .placeholder("title"): html += title.xmlEscaped.utf8
      case .placeholder("policy"): html += policy.text.xmlEscaped.utf8
      case .placeholder("style"): html += PageTemplate.style.utf8
      case .placeholder("script"): html += PageScript.text.utf8
      case .placeholder("data"): for data in data { html += data.element.utf8 }
      case .placeholder(let name):
        preconditionFailure("page.html has an unknown placeholder '\(name)'")
      }
    }
    return html
  }
}
