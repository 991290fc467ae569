import ActionText
import TestSupport

extension SampleSchema {
  /// Prints and parses the app's actions.
  static let actions = ActionText(schema: schema, type: action)
}
