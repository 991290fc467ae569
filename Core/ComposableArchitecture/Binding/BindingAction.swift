public import CaseKeyPaths
import DependencyInjection
import Locking
public import ValueDump

/// A change of one field of a state, as a form or another outside source makes it.
///
///     @CasePathable
///     enum Action: BindableAction {
///       case binding(BindingAction<Profile.State>)
///     }
///     let action = Action.binding(.set(\.name, "Blob"))
public struct BindingAction<Root>: Sendable {
  // Unchecked: a key path never changes once it is made, but Swift does not call it `Sendable`.
  nonisolated(unsafe) let path: PartialKeyPath<Root>
  let setting: @Sendable (inout Root) -> Void
  let equals: @Sendable (Any) -> Bool
  // Unchecked: it is sendable, or was read from a log and is only copied.
  nonisolated(unsafe) let value: Any

  /// The field.
  public var keyPath: PartialKeyPath<Root> { path }

  /// The action that sets a field to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    let field = SharedKeyPath(keyPath)
    return Self(
      path: keyPath,
      setting: { $0[keyPath: field.keyPath] = value },
      equals: { $0 as? Value == value },
      value: value)
  }

  /// Whether an action sets a field, to whatever value: `case .binding(\.name):`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, bindingAction: Self
  ) -> Bool {
    keyPath == bindingAction.path
  }

  /// An action that sets nothing, to stand for all others.
  static var placeholder: Self {
    Self(path: \Root.self, setting: { _ in }, equals: { _ in false }, value: ())
  }

  /// The same action, which is reported if it goes away and has not set the field.
  ///
  /// For actions that a binding sends: whoever sets a binding expects that the state changes.
  func reportingUnhandled() -> Self {
    let handling = BindingHandling(of: "\(path)")
    return Self(
      path: path,
      setting: { [setting] root in
        handling.isHandled.withLock { $0 = true }
        setting(&root)
      },
      equals: equals, value: value)
  }

  /// Sets the field.
  func apply(to root: inout Root) {
    setting(&root)
  }

  /// The value, if the action sets a field.
  func value<Value>(at keyPath: WritableKeyPath<Root, Value>) -> Value? {
    path == keyPath ? value as? Value : nil
  }
}

/// Whether a reducer has handled a binding action; reports that none did when the action goes away.
private final class BindingHandling: Sendable {
  let isHandled = Mutex(false)
  private let field: String

  init(of field: String) {
    self.field = field
  }

  deinit {
    guard !isHandled.withLock({ $0 }) else { return }
    reportIssue(
      """
      A binding action was sent, and no "BindingReducer" handled it.

        Field:
          \(field)

      The field keeps its value. Add "BindingReducer()" to the "body" of the feature, and to that of \
      the feature whose case holds its actions a "Scope", so that the action gets there.
      """, at: nil)
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same field to equal values.
  public static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.equals(other.value)
  }
}

extension BindingAction: CasePathable {
  /// The fields of the state, as the cases of the action: `\.binding.name`.
  @_documentation(visibility: internal)
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The action that sets a field.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      let field = SharedKeyPath(keyPath)
      return AnyCasePath(
        embed: { .set(field.keyPath, $0) }, extract: { $0.value(at: field.keyPath) })
    }
  }

  /// The fields of the state.
  @_documentation(visibility: internal)
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@_documentation(visibility: internal)
extension BindingAction: CustomDumpReflectable {
  /// Shows the action as it is written: `.set(\.name, "Blob")`.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value)], displayStyle: .enum)
  }
}

/// Actions of a feature one of which sets fields of its state: `case binding(BindingAction<State>)`.
///
///     @CasePathable
///     enum Action: BindableAction {
///       case binding(BindingAction<Profile.State>)
///       case saveTapped
///     }
public protocol BindableAction {
  /// The state whose fields are set.
  associatedtype State

  /// The action that sets a field.
  static func binding(_ action: BindingAction<State>) -> Self

  /// What is set, if this is the action that sets a field.
  var binding: BindingAction<State>? { get }
}

extension BindableAction where Self: CasePathable {
  /// What is set, if this is the action that sets a field.
  public var binding: BindingAction<State>? { Self.bindingPath?.extract(from: self) }

  /// The case that sets a field: whichever `binding(_:)` makes.
  static var bindingPath: AnyCasePath<Self, BindingAction<State>>? {
    guard let paths = allCasePaths as? any CasePathReflectable<Self> else { return nil }
    let path = paths[.binding(.placeholder)] as? CaseKeyPath<Self, BindingAction<State>>
    return path.map { AnyCasePath($0) }
  }
}

extension BindableAction {
  /// What is set, if this is a case named `binding`.
  @_disfavoredOverload
  public var binding: BindingAction<State>? {
    Mirror(reflecting: self).children.first.flatMap { label, value in
      label == "binding" ? value as? BindingAction<State> : nil
    }
  }

  /// The action that sets a field of the state to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// The action that a binding sends to set a field, which is reported if no reducer handles it.
  static func setByBinding(_ action: BindingAction<State>) -> Self {
    .binding(action.reportingUnhandled())
  }
}
