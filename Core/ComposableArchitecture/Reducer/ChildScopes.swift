/// An operator with children, at a position in the tree of reducers that one store runs.
@usableFromInline
class ChildOwner {
  /// The operator in whose elements this one runs; nil if it runs once in the store.
  final let outer: ChildOwner?

  /// Whether operators that have children run in the elements of this one.
  @usableFromInline final var hasInner = false

  @usableFromInline
  init() {
    outer = Assembly.forLater.owner
  }

  /// The element that is being reduced.
  var runningComponent: ChildPathComponent? { nil }

  /// The elements that are being reduced around this operator, from the outermost one in.
  final var path: [ChildPathComponent] {
    guard let outer else { return [] }
    return outer.path + (outer.runningComponent.map { [$0] } ?? [])
  }
}

/// The effects that the children of one operator have running, so that they can be cancelled when
/// a child goes away.
///
/// It belongs to a reducer that was built, and so to one store. An operator in the elements of
/// another one has children in each of them, which it tells apart by their paths. A child is in it as
/// long as an effect of it is kept anywhere: by a reducer that may return it, by an effect that it is
/// a part of, or by the engine that runs it. Children without effects cost a step nothing.
@usableFromInline
final class ChildScopes<ID: Hashable & Sendable>: ChildOwner {
  /// The children of an operator that runs once in the store.
  private var siblings = Siblings()
  /// The children of an operator that runs in the elements of another one, by the elements' paths.
  private var siblingsByPath: [[ChildPathComponent]: Siblings] = [:]
  /// The number of changes until the elements without effects are removed.
  private var changesUntilPruning = 0
  @usableFromInline var running: ID?

  /// Whether a child may have effects that are under way; stored, as it is asked at every step.
  @usableFromInline private(set) var hasEffects = false

  @usableFromInline
  override init() {}

  override var runningComponent: ChildPathComponent? { running.map { component(of: CancelID($0)) } }

  /// Builds the reducer of the elements.
  @usableFromInline
  func assembleElements<Result>(_ build: () -> Result) -> Result {
    Assembly.elements(of: self, build)
  }

  /// Runs the reducer of an element, in which other operators have children.
  @inlinable
  func reducing<Result>(_ id: ID, _ reduce: () -> Result) -> Result {
    let outer = running
    running = id
    defer { running = outer }
    return reduce()
  }

  /// Ties an effect to the life of a child.
  @usableFromInline
  func bind<Action>(_ effect: Effect<Action>, to id: ID) -> Effect<Action> {
    bind(effect, to: id, name: CancelID(id))
  }

  /// Ties an effect to the life of a child, whose effects can be cancelled under a name of its own.
  func bind<Action>(_ effect: Effect<Action>, to id: ID, name: CancelID) -> Effect<Action> {
    guard !effect.isNone else { return effect }
    return Effect(operation: .child(effect, change { $0.group(of: id) }, component(of: name)))
  }

  /// Takes note that a child has another identity and keeps its effects.
  func rename(_ id: ID, to newID: ID) {
    if id != newID { change { $0.rename(id, to: newID) } }
  }

  /// Cancels the effects of the children that have gone, and forgets those whose effects have ended.
  @usableFromInline
  func cancel(where isGone: (ID) -> Bool) {
    guard hasEffects else { return }
    change { $0.cancel(where: isGone) }
  }

  private func component(of id: CancelID) -> ChildPathComponent {
    ChildPathComponent(scopes: ObjectIdentifier(self), id: id)
  }

  /// Changes what is known of the children in the element that is being reduced.
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

  /// Removes the elements without effects, once in as many changes as there are elements.
  private func prune() {
    changesUntilPruning -= 1
    guard changesUntilPruning <= 0 else { return }
    for path in siblingsByPath.keys {
      siblingsByPath[path]?.removeEnded()
      if siblingsByPath[path]?.isEmpty == true { siblingsByPath[path] = nil }
    }
    changesUntilPruning = siblingsByPath.count
  }

  /// The children in one place that may have running effects.
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

    /// Removes the children whose groups are referenced from nowhere else: each effect that belongs
    /// to a group holds it from when it is returned to when it has ended.
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

/// The effects that run for the child in one case of an enumeration.
///
/// The child is another one when its identity changes, if its state is `Identifiable`.
@usableFromInline
final class CaseScopes<CaseState> {
  private let scopes = ChildScopes<CaseIdentity>()
  private let identifier: ((CaseState) -> AnyHashable?)?

  @usableFromInline
  init(of type: CaseState.Type) {
    identifier = identifying(type)
  }

  /// Whether the child may have effects that are under way.
  @usableFromInline
  var hasEffects: Bool { scopes.hasEffects }

  /// Ties an effect to the life of the child whose state this is.
  @usableFromInline
  func bind<Action>(_ effect: Effect<Action>, to state: CaseState) -> Effect<Action> {
    scopes.bind(effect, to: identity(of: state))
  }

  /// Cancels the effects of all children but the one whose state is there.
  @usableFromInline
  func keep(_ state: CaseState?) {
    let kept = state.map(identity(of:))
    scopes.cancel { $0 != kept }
  }

  private func identity(of state: CaseState) -> CaseIdentity {
    CaseIdentity(id: identifier?(state))
  }
}

/// What tells one child of a case from the next.
///
/// Unchecked, as `AnyHashable` is not `Sendable`: the identity is a value that is only compared.
private struct CaseIdentity: Hashable, @unchecked Sendable {
  let id: AnyHashable?
}
