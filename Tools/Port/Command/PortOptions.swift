/// The options of a port.
package struct PortOptions: Equatable, Sendable {
  package var source = ""
  package var folder = ""
  package var reprise: String?
  package var scratch: String?
  package var json: String?
  package var root: String?
  package var isRecordable = false
  /// Whether the package is written and not built.
  package var isUnbuilt = false
  package var modules: [String] = []
  package var excluded: [String] = []
  package var substitutes: [String] = []

  package init() {}
}
