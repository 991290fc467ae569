import Synchronization

/// The source of a dependency that is a value and not a client, such as the locale.
///
/// A recorder replaces the source to see each read of the value. The source is a class, because a
/// dependency with a closure would count as a client that answers calls.
package final class ValueSource<Value: Sendable>: Sendable {
  private let read: @Sendable () -> Value

  package init(_ read: @escaping @Sendable () -> Value) {
    self.read = read
  }

  /// Creates a source that fails a test when the value is read, except to replace it.
  init(unimplemented name: String, example: String, placeholder: @escaping @Sendable () -> Value) {
    let dependency = UnimplementedDependency(name, example: example)
    let isAssigning = Resolution.current.isAssigning
    read = {
      if !isAssigning { dependency.report() }
      return placeholder()
    }
  }

  package var value: Value {
    SourceReads.count.add(1, ordering: .relaxed)
    return read()
  }
}

/// A counter of the reads of sources. A source may return a different value at the next read.
enum SourceReads {
  static let count = Atomic(0)
}
