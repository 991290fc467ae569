/// A change of dependencies that is put in force again and again.
///
/// The changed dependencies are kept, and made anew only when others are in force than the last time.
package final class DependencyOverlay {
  private let change: (inout DependencyValues) -> Void
  private var last: (base: DependencyStorage, changed: DependencyStorage)?

  /// Creates an overlay of a change.
  package init(_ change: @escaping (inout DependencyValues) -> Void) {
    self.change = change
  }

  /// Runs `operation` with the dependencies in force, changed.
  package func run<R>(_ operation: () throws -> R) rethrows -> R {
    try DependencyValues.bind(changed(), operation)
  }

  private func changed() -> DependencyStorage {
    let base = DependencyValues.currentStorage
    if let last, last.base === base { return last.changed }
    var values = DependencyValues(base, isAssigning: true)
    change(&values)
    last = (base, values.storage)
    return values.storage
  }
}
