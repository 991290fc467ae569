import CaseKeyPaths
import RecordCoding
import SessionModel
import SessionRecording

extension SwiftSource {
  /// Returns an expression for an error that a call threw. If the app's types don't have it, the
  /// expression is its recorded form.
  mutating func expression(_ thrown: ThrownError) -> String {
    if let error = thrown.makeError(), let text = expression(error) { return text }
    let error = thrown.description
    let details = error.details.map { ", details: \($0.quoted)" } ?? ""
    return "RecordedError(type: \(error.type.quoted), text: \(error.text.quoted)\(details))"
  }

  /// Writes a recordable error, a case without a payload, or a structure without properties.
  private mutating func expression<Failure: Error>(_ error: Failure) -> String? {
    if let error = error as? any Recordable { return typedExpression(error) }
    guard let name = SourceTypes.source(of: Failure.self) else { return nil }
    use(Failure.self)
    guard ReflectedCase<Failure>.isEnumeration else { return "\(name)()" }
    return ReflectedCase.name(of: error).map { "\(name).\($0.asMemberName)" }
  }
}
