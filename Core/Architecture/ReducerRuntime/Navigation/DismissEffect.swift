public import DependencyInjection
import Issues

/// A function that dismisses its feature: `@Dependency(\.dismiss) var dismiss`, `await dismiss()`.
///
/// <!-- context: action -->
///     case .closeTapped:
///       @Dependency(\.dismiss) var dismiss
///       return .run { _ in await dismiss() }
///
/// The function works in effects of features that `ifLet` presents or that `forEach` runs on a
/// stack. Elsewhere, a call is reported as an issue. The effects of a dismissed feature are
/// canceled, so actions that an effect sends after the call are discarded.
public struct DismissEffect: Sendable {
  /// Dismisses the feature and returns whether it was presented, or `nil` for a root feature.
  let dismiss: (@MainActor @Sendable () async -> Bool)?

  /// Creates an effect that calls a function, which lets tests observe the dismissal.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    self.dismiss = {
      await dismiss()
      return true
    }
  }

  private init(attempt dismiss: (@MainActor @Sendable () async -> Bool)?) {
    self.dismiss = dismiss
  }

  static let ofRoot = DismissEffect(attempt: nil)

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
      without "ifLet" or "forEach" over a presentation. If a feature runs both ways, check \
      "@Dependency(\\.isPresented)" first.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension DependencyValues {
  /// The function that dismisses the current feature, if it is presented.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented and can therefore be dismissed.
  public var isPresented: Bool { dismiss.dismiss != nil }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect.ofRoot
  static let testValue = DismissEffect.ofRoot
}

extension Effect {
  /// Returns the effect with a `dismiss` dependency that sends an action.
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
    // The work of a nested presented feature already has its own dismissal.
    work.dismissal = dismissal ?? action
    return work
  }
}
