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

      Nothing presents the feature: it runs at the root of its store, or its state is composed \
      without "ifLet" or "forEach" over a presentation. Where a feature runs both ways, ask \
      "@Dependency(\\.isPresented)" first.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
