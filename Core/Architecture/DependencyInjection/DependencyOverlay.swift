/// A reusable change of dependencies.
///
/// The changed dependencies are cached for as long as the current dependencies stay the same.
package final class DependencyOverlay {
  private let change: (inout DependencyValues) -> Void
  private var last: (base: DependencyStorage, changed: DependencyStorage)?

  package init(_ change: @escaping (inout DependencyValues) -> Void) {
    self.change = change
  }

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
