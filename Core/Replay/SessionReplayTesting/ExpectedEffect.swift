import Issues
public import RecordCoding
import SessionModel
import SessionRecording

/// An effect that a test expects to begin, call, send and end as stated.
///
///     func expectQuestion(_ effect: ExpectedEffect) {
///       effect.begins()
///       effect.calls(1, "BankClient.balance", 3).returns(250)
///       effect.finishes()
///     }
///
/// Nothing is compared before `ReplayTestStore.runEffects()`.
public struct ExpectedEffect {
  let number: UInt64
  let story: EffectStory

  /// Expects the effect to start. Without a step, the last step must have returned it.
  ///
  /// With several tasks, the calls and actions of an effect may have a different order than stated.
  public func begins(
    returnedBy step: Int? = nil, withSeveralTasks: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    story.begin(
      number, returnedBy: UInt64(clamping: step ?? story.stepCount),
      withSeveralTasks: withSeveralTasks,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects a call of an endpoint, such as `BankClient.balance`, and gives the call a number.
  @discardableResult
  public func calls<each Argument: Recordable>(
    _ call: Int, _ endpoint: String, _ arguments: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ExpectedCall {
    var list: [any Recordable] = []
    repeat list.append(each arguments)
    story.call(
      UInt64(clamping: call), endpoint, list, by: number,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return ExpectedCall(number: UInt64(clamping: call), story: story)
  }

  /// Expects the effect to end by itself.
  public func finishes(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    story.append(
      number, .finished,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects the effect to send nothing after its cancellation, or an action that the store drops.
  ///
  /// The moment at which a task notices its cancellation differs each time.
  public func sendsAfterCancellation(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    story.append(
      number, .dropped,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effect from outside of the store, like a view that disappears.
  public func isInterrupted(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    story.append(
      number, .interrupted,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects the effect to end after its cancellation.
  public func isCanceled(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    story.append(
      number, .canceled,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A call that a test answers.
///
///     func answer(_ call: ExpectedCall) {
///       call.yields(20)
///       call.yields(40)
///       call.ends()
///     }
public struct ExpectedCall {
  let number: UInt64
  let story: EffectStory

  /// Produces an element of the stream that the call returned.
  public func yields<Element: Recordable>(
    _ element: Element, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    story.answer(number, isLast: false, location) { endpoint in
      guard case .stream(_, let type) = endpoint.answer, type == Element.self else {
        return refuse("an element \(Element.self)", of: endpoint, location)
      }
      return story.bytes(of: [element], location).map { .element(call: number, value: $0) }
    }
  }

  /// Returns a value.
  public func returns<Value: Recordable>(
    _ value: Value, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    story.answer(number, isLast: true, location) { endpoint in
      guard case .value(let type) = endpoint.answer, type == Value.self else {
        return refuse("a result \(Value.self)", of: endpoint, location)
      }
      return story.bytes(of: [value], location).map { .ended(call: number, .value($0)) }
    }
  }

  /// Returns from a call without a result, or ends the stream that the call returned.
  public func ends(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    story.answer(number, isLast: true, location) { endpoint in
      if case .value = endpoint.answer { return refuse("nothing", of: endpoint, location) }
      return .ended(call: number, .value([]))
    }
  }

  /// Throws an error: of the type that the endpoint declares, or of any type if it declares none.
  ///
  /// The type must be recordable, or have no stored values. A `RecordedError` represents an error
  /// whose value isn't in the log.
  public func fails<Failure: Error>(
    with error: Failure, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    story.answer(number, isLast: true, location) { endpoint in
      guard let declared = endpoint.failure else {
        return story.thrown(error, location).map { .ended(call: number, .thrown($0)) }
      }
      guard declared == Failure.self, let error = error as? any Recordable else {
        return refuse("an error \(Failure.self)", of: endpoint, location)
      }
      return story.bytes(of: [error], location).map { .ended(call: number, .failure($0)) }
    }
  }

  /// Throws an error with a description. Its type differs from the recorded one.
  public func fails(
    _ description: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    end(
      .error(description),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the call or its stream, as after a cancellation of the effect.
  public func isCanceled(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    end(
      .canceled,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Ends the call with an answer that was not recorded. The rest of the effect is not verified.
  public func endsUnrecorded(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    end(
      .unknown,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func end(_ outcome: CallOutcome, _ location: CodeLocation) {
    story.answer(number, isLast: true, location) { _ in
      .ended(call: number, outcome)
    }
  }

  private func refuse(
    _ answer: String, of endpoint: CallableEndpoint, _ location: CodeLocation
  ) -> EffectEvent.Content? {
    let expected =
      switch endpoint.answer {
      case .none: "nothing"
      case .value(let type): "a result \(type)"
      case .stream(_, let element): "elements \(element)"
      }
    story.fail("'\(endpoint.id.name)' has \(expected), not \(answer)", location)
    return nil
  }
}
