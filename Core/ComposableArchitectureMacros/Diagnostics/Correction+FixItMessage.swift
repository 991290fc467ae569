import SwiftDiagnostics
import SwiftSyntax

extension Correction: FixItMessage {
  var message: String {
    switch self {
    case .remove(let attribute): "remove '\(attribute.trimmedDescription)'"
    case .makeStruct(let keyword): "change '\(keyword.text)' to 'struct'"
    case .makeFileprivate: "change 'private' to 'fileprivate'"
    }
  }

  var fixItID: MessageID {
    let id =
      switch self {
      case .remove: "remove"
      case .makeStruct: "makeStruct"
      case .makeFileprivate: "makeFileprivate"
      }
    return MessageID(domain: "ComposableArchitectureMacros", id: id)
  }
}
