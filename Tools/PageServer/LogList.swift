import SessionReplay
import SessionReports

struct LogList {
  let folder: String
  let entries: [ServedLogs.Entry]
  let address: (String) -> String

  /// The document, which has neither scripts nor styles.
  var html: String {
    let count = UInt64(entries.count).counted("log")
    let title = Self.escaped(folder.visible)
    let rows = entries.map { entry in
      let link =
        "<a href=\"\(Self.escaped(address(entry.name)))\">\(Self.escaped(entry.name.visible))</a>"
      let size = "\(entry.bytes) bytes"
      return
        "<tr><td>\(link)</td><td>\(size)</td><td>\(entry.isUnfinished ? "not finished" : "")</td></tr>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <h1>\(title)</h1>
      <p>\(count). Reload to look again.</p>
      <table>
      <thead><tr><th scope="col">log</th><th scope="col">size</th><th scope="col">state</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
