import RecordedValues
import TestSupport

extension SampleSchema {
  /// The printer and parser of the app's actions.
  static let actions = ActionText(schema: schema, type: action)
}
