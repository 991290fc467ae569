package import Foundation

extension JSONEncoder {
  /// An encoder that writes equal values as equal bytes: keys are sorted, slashes are not escaped.
  package static var canonical: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
