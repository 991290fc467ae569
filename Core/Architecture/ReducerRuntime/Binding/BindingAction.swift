public import CaseKeyPaths
import DependencyInjection
package import Issues
import Platform
public import ValueDump

/// A change to one field of a state, for example by a form.
///
///     @CasePathable
///     enum Action: BindableAction {
///       case binding(BindingAction<Profile.State>)
///     }
///     let action = Action.binding(.set(\.name, "Blob"))
public struct BindingAction<Root>: Sendable {
  // Unchecked because key paths are immutable, although Swift doesn't declare them `Sendable`.
  nonisolated(unsafe) let path: PartialKeyPath<Root>
  let setting: @Sendable (inout Root) -> Void
  let equals: @Sendable (Any) -> Bool
  // Unchecked because the value is either sendable or was decoded from a log and is only copied.
  nonisolated(unsafe) let value: Any

  /// The key path of the field.
  public var keyPath: PartialKeyPath<Root> { path }

  /// Creates an action that sets a field to a value.
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

  /// Returns whether an action sets a field, regardless of the value: `case .binding(\.name):`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, bindingAction: Self
  ) -> Bool {
    keyPath == bindingAction.path
  }

  /// An action that sets nothing, used to look up the case of binding actions.
  static var placeholder: Self {
    Self(path: \Root.self, setting: { _ in }, equals: { _ in false }, value: ())
  }

  /// Returns this action with a check that reports an issue if no reducer applies it.
  func reportingUnhandled(as action: Any.Type, at location: CodeLocation?) -> Self {
    let handling = BindingHandling(of: path, action: action, at: location)
    return Self(
      path: path,
      setting: { [setting] root in
        handling.isHandled.withLock { $0 = true }
        setting(&root)
      },
      equals: equals, value: value)
  }

  package func apply(to root: inout Root) {
    setting(&root)
  }

  package func value<Value>(at keyPath: WritableKeyPath<Root, Value>) -> Value? {
    path == keyPath ? value as? Value : nil
  }
}

/// A token that reports an issue on deallocation if no reducer handled a binding action.
private final class BindingHandling<Root>: Sendable {
  let isHandled = Mutex(false)
  // Unchecked because key paths are immutable, although Swift doesn't declare them `Sendable`.
  nonisolated(unsafe) private let path: PartialKeyPath<Root>
  private let action: Any.Type
  private let location: CodeLocation?

  init(of path: PartialKeyPath<Root>, action: Any.Type, at location: CodeLocation?) {
    self.path = path
    self.action = action
    self.location = location
  }

  /// The field with the enclosing types of its root, as in `\Profile.State.name`.
  private var field: String {
    let (name, root) = (TypeNames.text(of: path), "\\\(Root.self)")
    guard name.hasPrefix(root) else { return name }
    return "\\\(TypeNames.name(of: Root.self))\(name.dropFirst(root.count))"
  }

  deinit {
    guard !isHandled.withLock({ $0 }) else { return }
    reportIssue(
      """
      A binding action was sent, and no "BindingReducer" handled it.

        Action:
          \(TypeNames.name(of: action))
        Field:
          \(field)

      The field keeps its value. Add "BindingReducer()" to the "body" of the feature. If another \
      feature has a case for its actions, add a "Scope" for them to the "body" of that feature.
      """, at: location)
  }
}

extension BindingAction: Equatable {
  /// Returns whether both actions set the same field to equal values.
  public static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.equals(other.value)
  }
}

extension BindingAction: CasePathable {
  /// The fields of the state as case paths of the action, as in `\.binding.name`.
  @_documentation(visibility: internal)
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// Returns the case path of the action that sets a field.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      let field = SharedKeyPath(keyPath)
      return AnyCasePath(
        embed: { .set(field.keyPath, $0) }, extract: { $0.value(at: field.keyPath) })
    }
  }

  /// The fields of the state as case paths of the action.
  @_documentation(visibility: internal)
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@_documentation(visibility: internal)
extension BindingAction: CustomDumpReflectable {
  /// A mirror that shows the action as written in code, such as `.set(\.name, "Blob")`.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value)], displayStyle: .enum)
  }
}

/// An action type with a case that sets fields of the state: `case binding(BindingAction<State>)`.
///
///     @CasePathable
///     enum Action: BindableAction {
///       case binding(BindingAction<Profile.State>)
///       case saveTapped
///     }
public protocol BindableAction {
  /// The state with the fields that can be set.
  associatedtype State

  /// Creates an action that sets a field.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding action, or `nil` if this is a different action.
  var binding: BindingAction<State>? { get }
}

extension BindableAction where Self: CasePathable {
  /// The binding action, or `nil` if this is a different action.
  public var binding: BindingAction<State>? { Self.bindingPath?.extract(from: self) }

  static var bindingPath: AnyCasePath<Self, BindingAction<State>>? {
    guard let paths = allCasePaths as? any CasePathReflectable<Self> else { return nil }
    let path = paths[.binding(.placeholder)] as? CaseKeyPath<Self, BindingAction<State>>
    return path.map { AnyCasePath($0) }
  }
}

extension BindableAction {
  /// The binding action, if this is a case named `binding`.
  @_disfavoredOverload
  public var binding: BindingAction<State>? {
    Mirror(reflecting: self).children.first.flatMap { label, value in
      label == "binding" ? value as? BindingAction<State> : nil
    }
  }

  /// Creates an action that sets a field of the state to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// Creates a binding's action that sets a field. If no reducer handles it, an issue is reported.
  ///
  /// The location is that of the field's declaration; `nil` if it isn't known, as for the fields
  /// of an observable state, whose accesses have no location.
  package static func setByBinding(
    _ action: BindingAction<State>, at location: CodeLocation? = nil
  ) -> Self {
    .binding(action.reportingUnhandled(as: Self.self, at: location))
  }
}
