import SwiftDiagnostics

extension PresentsMisuse: Misuse {
  var identifier: String {
    switch self {
    case .notAProperty: "presents.notAProperty"
    case .constant: "presents.constant"
    case .noType: "presents.noType"
    case .notOptional: "presents.notOptional"
    }
  }

  var message: String {
    switch self {
    case .notAProperty:
      "'@Presents' can only be applied to a single stored property, such as 'var child: State?'"
    case .constant:
      "'@Presents' requires a 'var': what is presented comes and goes"
    case .noType(let name):
      "'@Presents' requires the type of '\(name)' to be written, such as '\(name): Child.State?'"
    case .notOptional(let type):
      "'@Presents' requires an optional type, since nothing may be presented: write '\(type)?'"
    }
  }
}
