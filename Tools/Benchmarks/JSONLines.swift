import Alerts
import App
import Foundation

/// The yardstick for logs: a handwritten recorder that writes a JSON line per action.
@MainActor
struct JSONLines {
  private struct Line: Codable {
    var action: String
    var row: UUID?
    var text: String?
  }

  private let lines: [Line]

  init(_ actions: [AppFeature.Action]) {
    lines = actions.compactMap(PlainSwitch.Action.init).map { action in
      switch action {
      case .increment: Line(action: "counter.incrTapped")
      case .decrement: Line(action: "counter.decrTapped")
      case .showModal: Line(action: "counter.isPrimeButtonTapped")
      case .dismissModal: Line(action: "counter.primeModalDismissed")
      case .saveFavorite: Line(action: "primeModal.saveFavoritePrimeTapped")
      case .removeFavorite: Line(action: "primeModal.removeFavoritePrimeTapped")
      case .post(let alert): Line(action: "alerts.post", text: alert.text)
      case .clearAlerts: Line(action: "alerts.clearAll")
      case .toggle(let id): Line(action: "shoppingList.toggleStatus", row: id)
      }
    }
  }

  /// Nanoseconds per line.
  var encodeTime: Double {
    let encoder = JSONEncoder()
    return nanoseconds(per: lines.count) {
      for line in lines { _ = try? encoder.encode(line) }
    }
  }

  /// Nanoseconds per line.
  var decodeTime: Double {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    let data = lines.compactMap { try? encoder.encode($0) }
    return nanoseconds(per: data.count) {
      for line in data { _ = try? decoder.decode(Line.self, from: line) }
    }
  }

  /// Returns the bytes per line after gzip.
  func compressedLength(in folder: String) throws -> Double {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var text = Data()
    for line in lines {
      text += try encoder.encode(line)
      text.append(UInt8(ascii: "\n"))
    }
    let path = folder + "/lines.json"
    try text.write(to: URL(fileURLWithPath: path))
    try Subprocess.run("/usr/bin/env", ["gzip", "--force", path])
    let attributes = try FileManager.default.attributesOfItem(atPath: path + ".gz")
    return Double(attributes[.size] as? Int ?? 0) / Double(lines.count)
  }
}
