public import CaseKeyPaths

/// A tree of reducers built into one function.
///
/// A store builds its reducer once. Bodies are not evaluated, and case key paths not instantiated,
/// for every action.
@_documentation(visibility: internal)
public struct AssembledReducer<State, Action> {
  /// Evolves the state, and returns what is to be done outside.
  public let reduce: (inout State, Action) -> Effect<Action>

  /// The case of actions that it is about, if it does nothing on others.
  @usableFromInline let tag: CaseTag<Action>?

  /// The reducers that it runs one after the other, if it is a list of such.
  @usableFromInline let parts: [AssembledReducer]

  /// Creates a reducer of a function.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.init(tag: nil, reduce)
  }

  /// Creates a reducer of a function that does nothing on actions of other cases.
  @inlinable
  init(tag: CaseTag<Action>?, _ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
    self.tag = tag
    parts = []
  }

  @inlinable
  init(parts: [AssembledReducer], _ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
    tag = nil
    self.parts = parts
  }
}

/// A reducer that arranges other reducers, by the function that builds it.
///
/// Operators make their functions where they are used, in code that the compiler specialises for the
/// features at hand: what runs for every action is then free of generics.
@_documentation(visibility: internal)
public struct ReducerOperator<State, Action>: Reducer {
  @usableFromInline let build: () -> AssembledReducer<State, Action>

  /// Creates a reducer of the function that builds it; each store calls it once.
  @inlinable
  public init(_ build: @escaping () -> AssembledReducer<State, Action>) {
    self.build = build
  }

  /// Builds the reducer.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { build() }

  /// Builds the reducer and runs it; a store builds it once instead.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    build().reduce(&state, action)
  }
}

extension AssembledReducer {
  /// Runs two reducers one after the other; lists become one list.
  ///
  /// Where several parts are each about one case of the actions, the parts that an action concerns
  /// are looked up by its case, so that a large app pays for none of its other features.
  @inlinable
  static func combined(_ first: Self, _ second: Self) -> Self {
    let parts =
      (first.parts.isEmpty ? [first] : first.parts)
      + (second.parts.isEmpty ? [second] : second.parts)
    let tags = parts.compactMap(\.tag)
    guard tags.count > 1, let number = tags.first?.ofValue else {
      return Self(parts: parts) { [first = first.reduce, second = second.reduce] state, action in
        let effect = first(&state, action)
        return effect.merge(with: second(&state, action))
      }
    }
    let table = ReducerTable(parts)
    return Self(parts: parts) { state, action in
      table.row(number(action))._withUnsafeGuaranteedRef { $0.reduce(&state, action) }
    }
  }
}

/// The reducers that the actions of each case concern, in order.
@usableFromInline
final class ReducerTable<State, Action> {
  private let rows: [ReducerRow<State, Action>]
  @usableFromInline let start: UnsafeMutablePointer<Unmanaged<ReducerRow<State, Action>>>
  @usableFromInline let last: Int

  /// Sorts out what runs on the actions of each case that a part is about, and what on others.
  @usableFromInline
  init(_ parts: [AssembledReducer<State, Action>]) {
    last = (parts.compactMap(\.tag?.index).max() ?? -1) + 1
    rows = (0...last).map { number in
      ReducerRow(parts.filter { $0.tag == nil || $0.tag?.index == number }.map(\.reduce))
    }
    start = .allocate(capacity: rows.count)
    for (number, row) in rows.enumerated() {
      (start + number).initialize(to: Unmanaged.passUnretained(row))
    }
  }

  deinit {
    start.deallocate()
  }

  /// What runs on the actions of a case, kept alive by the table so that it need not be retained.
  @inlinable
  func row(_ number: Int) -> Unmanaged<ReducerRow<State, Action>> {
    // Cases without a part of their own have the last row.
    start[number < last ? number : last]
  }
}

/// The reducers that the actions of one case concern, in order.
@usableFromInline
final class ReducerRow<State, Action> {
  @usableFromInline let first: (inout State, Action) -> Effect<Action>
  @usableFromInline let second: ((inout State, Action) -> Effect<Action>)?
  @usableFromInline let others: [(inout State, Action) -> Effect<Action>]

  init(_ reducers: [(inout State, Action) -> Effect<Action>]) {
    first = reducers.first ?? { _, _ in .none }
    second = reducers.dropFirst().first
    others = Array(reducers.dropFirst(2))
  }

  /// Runs all of them.
  @inlinable
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    var effect = first(&state, action)
    guard let second else { return effect }
    effect = effect.merge(with: second(&state, action))
    for reduce in others { effect = effect.merge(with: reduce(&state, action)) }
    return effect
  }
}
