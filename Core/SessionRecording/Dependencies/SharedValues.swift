import DependencyInjection
package import RecordCoding
import SharedState

extension RecordedDependency {
  /// The values that shared properties have when a reducer creates them.
  ///
  /// A value may come from a file or an effect: what the reducer sees is in the log.
  static let sharedValues = RecordedDependency(
    "sharedValues", \.sharedAttachments, reads: RecordedBytes.self
  ) { attachments, read in
    SharedAttachments(isReplay: attachments?.isReplay ?? false) { _, box in
      guard let value = box.recorded else { return }
      if let bytes = read({ value }).bytes { box.take(recorded: bytes) }
    }
  }
}

extension [RecordedDependency] {
  /// Adds the values of shared properties, if a state has any.
  package func addingSharedValues<State: Recordable>(of state: State.Type) -> [RecordedDependency] {
    let builder = SchemaBuilder()
    _ = builder.reference(to: State.self)
    let name = RecordedDependency.sharedValues.name
    guard builder.hasSharedValues, !contains(where: { $0.name == name }) else { return self }
    return self + [.sharedValues]
  }
}
