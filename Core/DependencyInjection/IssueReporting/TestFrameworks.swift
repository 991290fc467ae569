import Foundation

/// What the test frameworks do for this module, which must not link to them.
///
/// The module ComposableArchitectureTesting implements it, in a class that is found by its name.
package protocol TestFrameworkBridging: AnyObject, SendableMetatype {
  /// Fails the test that runs.
  static func record(_ issue: ReportedIssue)
  /// What tells the test that runs from all others; nil where it cannot be told.
  static var currentTestID: String? { get }
}

enum TestFrameworks {
  /// The bridge to the test frameworks, where it has been linked.
  static let linked: (any TestFrameworkBridging.Type)? =
    NSClassFromString("ComposableArchitectureTesting.TestFrameworkBridge")
    as? any TestFrameworkBridging.Type
}
