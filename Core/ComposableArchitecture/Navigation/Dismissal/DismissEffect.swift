import DependencyInjection

/// Dismisses the feature that calls it: `@Dependency(\.dismiss) var dismiss`, `await dismiss()`.
///
/// It works in the effects of features that `ifLet` presents and of those on a stack that `forEach`
/// runs; elsewhere a call is reported. A dismissed feature's effects are cancelled, so that whatever
/// an effect sends after the call is not sent.
public struct DismissEffect: Sendable {
  /// What is done; `nil` where nothing is presented.
  let dismiss: (@MainActor @Sendable () async -> Bool)?

  /// Creates an effect of a function, for tests that want to know of the call.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    self.dismiss = {
      await dismiss()
      return true
    }
  }

  private init(attempt dismiss: (@MainActor @Sendable () async -> Bool)?) {
    self.dismiss = dismiss
  }

  /// What features see that are not presented.
  static let ofRoot = DismissEffect(attempt: nil)

  /// What presented features see.
  @usableFromInline static let ofPresentation = DismissEffect(attempt: {
    guard let dismiss = EffectTaskScope.current?.dismiss else { return false }
    dismiss()
    return true
  })

  /// Dismisses the feature.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    if let dismiss, await dismiss() { return }
    reportIssue(
      """
      A reducer requested dismissal at "\(fileID):\(line)", but couldn't be dismissed. …

      This is generally considered an application logic error, and can happen when a reducer \
      assumes it runs in a presentation context. If a reducer can run at both the top level of an \
      application, as well as be presented, use "@Dependency(\\.isPresented)" to determine if the \
      reducer is being presented before calling "@Dependency(\\.dismiss)".
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
