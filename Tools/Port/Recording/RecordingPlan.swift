/// What `--recordable` adds to the copy of an app.
package struct RecordingPlan: Codable, Equatable {
  /// The name of the root feature, and of its module.
  var root: String
  var module: String
}
