import SwiftDiagnostics
import SwiftSyntax

extension Correction: FixItMessage {
  var message: String {
    switch self {
    case .remove(let attribute): "remove '\(attribute.trimmedDescription)'"
    case .makeStruct(let keyword): "change '\(keyword.text)' to 'struct'"
    case .makeVariable: "change 'let' to 'var'"
    case .makeOptional(let type): "change the type to '\(type.trimmedDescription)?'"
    case .ignoreCase: "add '@ReducerCaseIgnored'"
    case .makeFileprivate: "change 'private' to 'fileprivate'"
    case .insertDefault(_, let closure): "insert '= \(closure)'"
    case .ignoreEndpoint: "add '@DependencyEndpointIgnored'"
    case .makeArray(let element): "change the type to '[\(element.type.trimmedDescription)]'"
    case .removeArguments: "remove the arguments"
    }
  }

  var fixItID: MessageID {
    let id =
      switch self {
      case .remove: "remove"
      case .makeStruct: "makeStruct"
      case .makeVariable: "makeVariable"
      case .makeOptional: "makeOptional"
      case .ignoreCase: "ignoreCase"
      case .makeFileprivate: "makeFileprivate"
      case .insertDefault: "insertDefault"
      case .ignoreEndpoint: "ignoreEndpoint"
      case .makeArray: "makeArray"
      case .removeArguments: "removeArguments"
      }
    return MessageID(domain: "ComposableArchitectureMacros", id: id)
  }
}
