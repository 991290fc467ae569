/// A function of the app that was running at a crash.
package struct CrashFrame: Codable, Equatable, Sendable {
  /// The name without parameters, or the number of omitted functions after `…`.
  package var function: String
  /// The module, file and line, such as `App/AppFeature.swift:12`; `nil` without debug information.
  package var location: String?

  package init(_ function: String, at location: String? = nil) {
    self.function = function
    self.location = location
  }
}

extension CrashFrame: CustomStringConvertible {
  package var description: String { function + (location.map { " at \($0)" } ?? "") }
}
