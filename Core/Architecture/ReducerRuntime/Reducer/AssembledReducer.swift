public import CaseKeyPaths

/// A tree of reducers that has been built into one function.
///
/// A store builds its reducer once, instead of evaluating bodies and key paths for every action.
@_documentation(visibility: internal)
public struct AssembledReducer<State, Action> {
  /// Updates the state for an action and returns an effect.
  public let reduce: (inout State, Action) -> Effect<Action>

  /// The only case of actions that the reducer handles, or `nil` if it may handle several.
  @usableFromInline let tag: CaseTag<Action>?

  /// The reducers that run in sequence, or an empty array if this reducer isn't a list.
  @usableFromInline let parts: [AssembledReducer]

  /// Creates a reducer from a function.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.init(tag: nil, reduce)
  }

  /// Creates a reducer from a function that ignores actions of other cases.
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

/// A reducer that combines other reducers and is defined by the function that builds it.
///
/// Operators create their functions at the call site, where the compiler specializes them for the
/// features involved. The code that runs for every action is then free of generics.
///
/// All overloads of an operator return this type. If each had an opaque type of its own, the time
/// to check a chain of operators would be exponential in its length.
@_documentation(visibility: internal)
public struct ReducerOperator<State, Action>: Reducer {
  @usableFromInline let build: () -> AssembledReducer<State, Action>

  /// Creates a reducer from its build function, which each store calls once.
  @inlinable
  public init(_ build: @escaping () -> AssembledReducer<State, Action>) {
    self.build = build
  }

  /// Builds the reducer.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<State, Action> { build() }

  /// Builds the reducer and runs it, whereas a store builds it only once.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    build().reduce(&state, action)
  }
}

extension AssembledReducer {
  /// Runs two reducers in sequence, flattening nested lists.
  ///
  /// Parts that handle a single case are looked up by the case. An action then costs only its
  /// features.
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

@usableFromInline
final class ReducerTable<State, Action> {
  private let rows: [ReducerRow<State, Action>]
  @usableFromInline let start: UnsafeMutablePointer<Unmanaged<ReducerRow<State, Action>>>
  @usableFromInline let last: Int

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

  /// Returns the reducers for a case. Callers needn't retain them, because the table does.
  @inlinable
  func row(_ number: Int) -> Unmanaged<ReducerRow<State, Action>> {
    // Cases without their own part use the last row.
    start[number < last ? number : last]
  }
}

/// The reducers that handle the actions of one case, in order.
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

  @inlinable
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    var effect = first(&state, action)
    guard let second else { return effect }
    effect = effect.merge(with: second(&state, action))
    for reduce in others { effect = effect.merge(with: reduce(&state, action)) }
    return effect
  }
}
