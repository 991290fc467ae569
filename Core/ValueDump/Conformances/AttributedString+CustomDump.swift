public import Foundation

extension AttributedString: CustomDumpRepresentable {
  /// The text; if parts of it have attributes, the parts, each with its own.
  public var customDumpValue: Any {
    guard runs.contains(where: { !$0.attributes.isEmpty }) else { return String(characters[...]) }
    return runs.map { run in
      AttributedRun(
        text: String(characters[run.range]),
        attributes: run.attributes.isEmpty ? nil : run.attributes.sortedDescription)
    }
  }
}

extension NSAttributedString: CustomDumpRepresentable {
  /// The text.
  public var customDumpValue: Any { string }
}

/// A part of a text, as a dump shows it.
private struct AttributedRun: CustomDumpReflectable {
  let text: String
  let attributes: String?

  var customDumpMirror: Mirror {
    let name = [("text", text as Any)] + (attributes.map { [("attributes", $0 as Any)] } ?? [])
    return Mirror(
      self, children: name.map { (label: $0.0, value: $0.1) }, displayStyle: .tuple)
  }
}

extension AttributeContainer {
  fileprivate var isEmpty: Bool { self == AttributeContainer() }

  /// The attributes and their values, in an order that does not depend on hashes.
  fileprivate var sortedDescription: String {
    description.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !["", "{", "}"].contains($0) }.sorted().joined(separator: ", ")
  }
}
