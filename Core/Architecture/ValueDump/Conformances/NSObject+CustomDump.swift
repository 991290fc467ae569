public import Foundation

// The mirrors of these Foundation objects show addresses and private fields.

@_documentation(visibility: internal)
extension NSData: CustomDumpRepresentable {
  /// The data.
  public var customDumpValue: Any { Data(referencing: self) }
}

@_documentation(visibility: internal)
extension NSDate: CustomDumpRepresentable {
  /// The date.
  public var customDumpValue: Any {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)
  }
}

@_documentation(visibility: internal)
extension NSNumber: CustomDumpStringConvertible {
  /// The number.
  public var customDumpDescription: String { stringValue }
}

@_documentation(visibility: internal)
extension NSString: CustomDumpRepresentable {
  /// The string.
  public var customDumpValue: Any { substring(from: 0) }
}

@_documentation(visibility: internal)
extension NSURL: CustomDumpStringConvertible {
  /// The complete URL.
  public var customDumpDescription: String { "URL(\(description))" }
}

@_documentation(visibility: internal)
extension NSUUID: CustomDumpStringConvertible {
  /// The uppercase UUID string.
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}

@_documentation(visibility: internal)
extension AttributedString: CustomDumpRepresentable {
  /// The string, or its runs with their attributes if it has any.
  public var customDumpValue: Any {
    guard runs.contains(where: { !$0.attributes.isEmpty }) else { return String(characters[...]) }
    return runs.map { run in
      AttributedRun(
        text: String(characters[run.range]),
        attributes: run.attributes.isEmpty ? nil : run.attributes.sortedDescription)
    }
  }
}

@_documentation(visibility: internal)
extension NSAttributedString: CustomDumpRepresentable {
  /// The string without attributes.
  public var customDumpValue: Any { string }
}

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

  /// The attributes and their values, in a deterministic order.
  fileprivate var sortedDescription: String {
    description.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !["", "{", "}"].contains($0) }.sorted().joined(separator: ", ")
  }
}
