public import DependencyInjection

/// Dismisses the feature that calls it: `@Dependency(\.dismiss) var dismiss`, `await dismiss()`.
///
/// <!-- context: action -->
///     case .closeTapped:
///       @Dependency(\.dismiss) var dismiss
///       return .run { _ in await dismiss() }
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
      A reducer requested dismissal at "\(fileID):\(line)", but couldn't be dismissed.

      Nothing presents the feature: it runs at the root of its store, or its state is composed \
      without "ifLet" or "forEach" over a presentation. Where a feature runs both ways, ask \
      "@Dependency(\\.isPresented)" first.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension DependencyValues {
  /// Dismisses the feature that calls it, if it is presented.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented, so that it can be dismissed.
  public var isPresented: Bool { dismiss.dismiss != nil }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect.ofRoot
  static let testValue = DismissEffect.ofRoot
}

extension Effect {
  /// The effect, in whose work `dismiss` sends an action.
  @usableFromInline
  func dismissing(by action: @escaping @Sendable () -> Action) -> Self {
    switch operation {
    case .none, .send, .cancel:
      self
    case .run(let work):
      Effect(operation: .run(work.dismissing(by: action)))
    case .merge(let effects):
      Effect(operation: .merge(effects.map { $0.dismissing(by: action) }))
    case .concatenate(let effects):
      Effect(operation: .concatenate(effects.map { $0.dismissing(by: action) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect(
        operation: .cancellable(
          effect.dismissing(by: action), id: id, cancelInFlight: cancelInFlight))
    case .child(let effect, let group, let component):
      Effect(operation: .child(effect.dismissing(by: action), group, component))
    }
  }
}

extension EffectWork {
  fileprivate func dismissing(by action: @escaping @Sendable () -> Action) -> Self {
    var work = self
    // The work of a feature within has a dismissal already: its own.
    work.dismissal = dismissal ?? action
    return work
  }
}
