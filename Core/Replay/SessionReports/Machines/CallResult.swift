package import SessionModel
package import SessionDocument
import SessionReplay

/// A call of an effect in the result of `show`.
package struct CallResult: Encodable, Sendable {
  let effect: UInt64
  let endpoint: String
  let arguments: [String]
  /// `nil` for a stream, and for a call without a recorded result.
  let result: String?
  let error: String?
  /// `true` if the call was canceled, and `nil` otherwise.
  let canceled: Bool?
  /// `true` if the call had not ended at the end of the log, and `nil` otherwise.
  let unfinished: Bool?
  /// `true` if the result was not recorded, and `nil` otherwise.
  let unknown: Bool?
  /// `nil` unless the call returned a stream.
  let elements: [String]?
  /// The element of a stream that led to an action, and its number from 1.
  var element: String?
  var elementNumber: Int?
  let milliseconds: UInt64?

  /// Creates the result of an answer, with values that `text` prints.
  init(_ answer: RecordedAnswer, header: SessionHeader, text: CallText) {
    let isElement = answer.elementNumber != nil
    self.init(
      answer.call, header: header, text: text, elements: nil,
      milliseconds: isElement ? nil : answer.call.milliseconds)
    element = text.element(of: answer)
    elementNumber = answer.elementNumber
  }

  /// Creates the result of a call, with values that `text` prints.
  package init(_ call: RecordedCall, header: SessionHeader, text: CallText) {
    let isStream = (header.endpoints ?? [])[call.endpoint].isStream
    self.init(
      call, header: header, text: text, elements: isStream ? text.elements(of: call) : nil,
      milliseconds: call.milliseconds)
  }

  private init(
    _ call: RecordedCall, header: SessionHeader, text: CallText, elements: [String]?,
    milliseconds: UInt64?
  ) {
    let endpoint = (header.endpoints ?? [])[call.endpoint]
    effect = call.effect
    self.endpoint = endpoint.name
    arguments = text.arguments(of: call)
    result = text.result(of: call)
    error = text.error(of: call)
    canceled = call.outcome == .canceled ? true : nil
    unfinished = call.outcome == nil ? true : nil
    unknown = call.outcome == .unknown ? true : nil
    self.elements = elements
    self.milliseconds = milliseconds
  }
}
