/// An operator with children, at a position in the tree of reducers that one store runs.
@usableFromInline
class ChildOwner {
  /// The operator whose elements run this operator, or `nil` if it runs only once in the store.
  final let outer: ChildOwner?

  /// Whether other operators with children run in the elements of this one.
  @usableFromInline final var hasInner = false

  @usableFromInline
  init() {
    outer = Assembly.forLater.owner
  }

  var runningComponent: ChildPathComponent? { nil }

  /// The elements that are being reduced around this operator, outermost first.
  final var path: [ChildPathComponent] {
    guard let outer else { return [] }
    return outer.path + (outer.runningComponent.map { [$0] } ?? [])
  }
}

/// The running effects of one operator's children, which are canceled when a child is removed.
///
/// Each instance belongs to a built reducer, and therefore to one store. An operator that runs in
/// the elements of another operator has children in each element, and distinguishes them by path. A
/// child is tracked for as long as any of its effects is referenced: by a reducer that may return
/// it, by an effect that contains it, or by the engine that runs it. Children without effects add
/// no cost to a step.
@usableFromInline
final class ChildScopes<ID: Hashable & Sendable>: ChildOwner {
  private var siblings = Siblings()
  /// The children of an operator that runs in the elements of an outer operator, by element path.
  private var siblingsByPath: [[ChildPathComponent]: Siblings] = [:]
  private var changesUntilPruning = 0
  @usableFromInline var running: ID?

  /// Whether a child may have running effects. Stored because every step reads it.
  @usableFromInline private(set) var hasEffects = false

  @usableFromInline
  override init() {}

  override var runningComponent: ChildPathComponent? { running.map { component(of: CancelID($0)) } }

  @usableFromInline
  func assembleElements<Result>(_ build: () -> Result) -> Result {
    Assembly.elements(of: self, build)
  }

  @inlinable
  func reducing<Result>(_ id: ID, _ reduce: () -> Result) -> Result {
    let outer = running
    running = id
    defer { running = outer }
    return reduce()
  }

  @usableFromInline
  func bind<Action>(_ effect: Effect<Action>, to id: ID) -> Effect<Action> {
    bind(effect, to: id, name: CancelID(id))
  }

  /// Ties an effect to the lifetime of a child whose effects can be canceled under a separate name.
  func bind<Action>(_ effect: Effect<Action>, to id: ID, name: CancelID) -> Effect<Action> {
    guard !effect.isNone else { return effect }
    return Effect(operation: .child(effect, change { $0.group(of: id) }, component(of: name)))
  }

  /// Records that a child changed its identity. The child keeps its effects.
  func rename(_ id: ID, to newID: ID) {
    if id != newID { change { $0.rename(id, to: newID) } }
  }

  /// Cancels the effects of removed children, and forgets children whose effects have ended.
  @usableFromInline
  func cancel(where isGone: (ID) -> Bool) {
    guard hasEffects else { return }
    change { $0.cancel(where: isGone) }
  }

  private func component(of id: CancelID) -> ChildPathComponent {
    ChildPathComponent(scopes: ObjectIdentifier(self), id: id)
  }

  private func change<Result>(_ body: (inout Siblings) -> Result) -> Result {
    guard outer != nil else {
      defer { hasEffects = !siblings.isEmpty }
      return body(&siblings)
    }
    let path = path
    var siblings = siblingsByPath.removeValue(forKey: path) ?? Siblings()
    defer {
      if !siblings.isEmpty { siblingsByPath[path] = siblings }
      prune()
      hasEffects = !siblingsByPath.isEmpty
    }
    return body(&siblings)
  }

  /// Removes elements without effects. Runs once for as many changes as there are elements, to keep
  /// the average time of a change constant.
  private func prune() {
    changesUntilPruning -= 1
    guard changesUntilPruning <= 0 else { return }
    for path in siblingsByPath.keys {
      siblingsByPath[path]?.removeEnded()
      if siblingsByPath[path]?.isEmpty == true { siblingsByPath[path] = nil }
    }
    changesUntilPruning = siblingsByPath.count
  }

  private struct Siblings {
    private var scopes: [(id: ID, group: EffectGroup)] = []

    var isEmpty: Bool { scopes.isEmpty }

    mutating func group(of id: ID) -> EffectGroup {
      removeEnded()
      if let scope = scopes.first(where: { $0.id == id }) { return scope.group }
      let group = EffectGroup()
      scopes.append((id, group))
      return group
    }

    mutating func rename(_ id: ID, to newID: ID) {
      for index in scopes.indices where scopes[index].id == id { scopes[index].id = newID }
    }

    /// Removes the children whose groups aren't referenced elsewhere.
    ///
    /// Each effect in a group holds the group from the time the effect is returned until it ends.
    mutating func removeEnded() {
      for index in scopes.indices.reversed()
      where isKnownUniquelyReferenced(&scopes[index].group) {
        scopes.remove(at: index)
      }
    }

    mutating func cancel(where isGone: (ID) -> Bool) {
      removeEnded()
      scopes.removeAll { scope in
        guard isGone(scope.id) else { return false }
        scope.group.cancel()
        return true
      }
    }
  }
}

/// The running effects of the child in one case of an enumeration.
///
/// If the state is `Identifiable`, the child is replaced when its identity changes.
@usableFromInline
final class CaseScopes<CaseState> {
  private let scopes = ChildScopes<CaseIdentity>()
  private let identifier: ((CaseState) -> AnyHashable?)?

  @usableFromInline
  init(of type: CaseState.Type) {
    identifier = identifying(type)
  }

  @usableFromInline
  var hasEffects: Bool { scopes.hasEffects }

  /// Ties an effect to the lifetime of the child with the given state.
  @usableFromInline
  func bind<Action>(_ effect: Effect<Action>, to state: CaseState) -> Effect<Action> {
    scopes.bind(effect, to: identity(of: state))
  }

  @usableFromInline
  func keep(_ state: CaseState?) {
    let kept = state.map(identity(of:))
    scopes.cancel { $0 != kept }
  }

  private func identity(of state: CaseState) -> CaseIdentity {
    CaseIdentity(id: identifier?(state))
  }
}

// Unchecked because `AnyHashable` isn't `Sendable`. The identity is a value that is only compared.
private struct CaseIdentity: Hashable, @unchecked Sendable {
  let id: AnyHashable?
}
