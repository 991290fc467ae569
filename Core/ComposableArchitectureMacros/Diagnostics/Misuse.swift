import SwiftDiagnostics
import SwiftSyntax

/// A use of a macro that it cannot expand.
protocol Misuse: DiagnosticMessage {
  /// The name of the kind of misuse, the same in every version.
  var identifier: String { get }
}

extension Misuse {
  var diagnosticID: MessageID { MessageID(domain: "ComposableArchitectureMacros", id: identifier) }
  var severity: DiagnosticSeverity { .error }
}
