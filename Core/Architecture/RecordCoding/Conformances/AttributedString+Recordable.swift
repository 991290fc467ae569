public import Foundation

extension RecordedForms {
  /// A run of an attributed string: its text and its attributes.
  @Recordable
  public struct AttributedRun {
    let text: String
    let link: URL?
    let language: String?
    let alternateDescription: String?
    let image: URL?
  }
}

@_documentation(visibility: internal)
extension AttributedString: RecordableWrapper {
  /// The runs, in order.
  public var recordedValue: [RecordedForms.AttributedRun] {
    runs.map { run in
      RecordedForms.AttributedRun(
        text: String(self[run.range].characters), link: run.link,
        language: run.languageIdentifier, alternateDescription: run.alternateDescription,
        image: run.imageURL)
    }
  }

  /// Creates a string from its runs.
  public init(recordedValue: [RecordedForms.AttributedRun]) {
    self.init()
    for run in recordedValue {
      var part = AttributedString(run.text)
      part.link = run.link
      part.languageIdentifier = run.language
      part.alternateDescription = run.alternateDescription
      part.imageURL = run.image
      append(part)
    }
  }

  /// Writes the runs. Fails for attributes that are not available on every platform.
  public func record(into encoder: inout RecordEncoder) {
    let recordedValue = refusingOtherAttributes(in: &encoder)
    recordedValue.record(into: &encoder)
  }

  /// Writes the runs that changed. Fails for attributes that are not available on every platform.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let recordedValue = refusingOtherAttributes(in: &encoder)
    return recordedValue.recordChange(from: old.recordedValue, into: &encoder)
  }

  private func refusingOtherAttributes(
    in encoder: inout RecordEncoder
  ) -> [RecordedForms.AttributedRun] {
    let recordedValue = recordedValue
    if Self(recordedValue: recordedValue) != self {
      encoder.fail(
        .notEncodable(
          type: "AttributedString",
          description: """
            only the attributes link, languageIdentifier, alternateDescription and imageURL can be \
            recorded; keep the values that the others are made from
            """))
    }
    return recordedValue
  }
}
