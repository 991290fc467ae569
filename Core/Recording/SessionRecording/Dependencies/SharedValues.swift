import DependencyInjection
package import RecordCoding
import SharedState

extension RecordedDependency {
  /// A value may come from a file or an effect. The log contains the value that the reducer sees.
  package static let sharedValues = RecordedDependency(
    "sharedValues", \.sharedAttachments, reads: DescribedValue.self
  ) { attachments, read in
    SharedAttachments(isReplay: attachments?.isReplay ?? false) { _, box in
      guard let value = box.recorded else { return }
      let read = read { value }
      if read.isFromLog { box.take(recorded: read) }
    }
  }
}

extension [RecordedDependency] {
  package func addingSharedValues<State: Recordable>(of state: State.Type) -> [RecordedDependency] {
    let builder = SchemaBuilder()
    _ = builder.reference(to: State.self)
    let name = RecordedDependency.sharedValues.name
    guard builder.hasSharedValues, !contains(where: { $0.name == name }) else { return self }
    return self + [.sharedValues]
  }
}
