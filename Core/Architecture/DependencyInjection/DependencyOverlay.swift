import Synchronization

/// A reusable change of dependencies.
///
/// The changed dependencies are cached while the current dependencies stay the same. They are not
/// cached if the change reads a value that may vary, such as the calendar in
/// `calendar.timeZone = .gmt`.
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
    let reads = SourceReads.count.load(ordering: .relaxed)
    change(&values)
    // Reads on other threads count, too. They only cause the change to be repeated.
    let isSettled = SourceReads.count.load(ordering: .relaxed) == reads
    last = isSettled ? (base, values.storage) : nil
    return values.storage
  }
}
