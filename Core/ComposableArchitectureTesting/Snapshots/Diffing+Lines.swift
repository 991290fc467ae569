import Foundation
import ValueDump

extension Diffing where Value == String {
  /// Keeps text in UTF-8, and compares it line by line.
  public static var lines: Self {
    Self(
      toData: { Data($0.utf8) },
      fromData: { data in
        guard let text = String(validating: data, as: UTF8.self) else { throw NotText() }
        return text
      },
      diff: { diffLines($0, $1, format: .proportional) })
  }
}

private struct NotText: Error, CustomStringConvertible {
  var description: String { "it is no text in UTF-8" }
}
