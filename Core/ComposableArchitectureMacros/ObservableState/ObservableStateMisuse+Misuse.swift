import SwiftDiagnostics

extension ObservableStateMisuse: Misuse {
  var identifier: String {
    switch self {
    case .notAValue: "observableState.notAValue"
    case .notAProperty: "observableState.notAProperty"
    }
  }

  var message: String {
    switch self {
    case .notAValue(let keyword):
      """
      '@ObservableState' can only be applied to a struct or an enum, not to \
      \(keyword.withArticle): a state is a value
      """
    case .notAProperty(let attribute):
      "'@\(attribute)' can only be applied to a property of a state that is '@ObservableState'"
    }
  }
}
