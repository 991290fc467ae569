import SwiftSyntax

/// The protocols that are named in `@Reducer(state: .equatable, action: .sendable)`.
struct SynthesizedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []
  private(set) var isStateRecordable = false
  private(set) var isActionRecordable = false

  init(_ attribute: AttributeSyntax) {
    guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) else { return }
    var isOfAction = false
    for argument in arguments {
      // A label holds for the arguments without one that follow it.
      if let label = argument.label { isOfAction = label.text == "action" }
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { continue }
      switch (name, isOfAction) {
      case ("recordable", false): isStateRecordable = true
      case ("recordable", true): isActionRecordable = true
      case (_, false): state.append("Swift.\(name.capitalizedFirst)")
      case (_, true): action.append("Swift.\(name.capitalizedFirst)")
      }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
