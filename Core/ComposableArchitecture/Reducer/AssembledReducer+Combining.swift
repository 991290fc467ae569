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
    let rows = rows(of: parts)
    return Self(parts: parts) { state, action in
      let number = number(action)
      // Cases without a part of their own have the last row.
      let row = rows[number < rows.count ? number : rows.count - 1]
      var effect = row.first(&state, action)
      for reduce in row.others { effect = effect.merge(with: reduce(&state, action)) }
      return effect
    }
  }

  /// What runs on the actions of each case that a part is about, and last what runs on others.
  @usableFromInline
  static func rows(of parts: [Self]) -> [ReducerRow<State, Action>] {
    let count = (parts.compactMap(\.tag?.index).max() ?? -1) + 1
    return (0...count).map { number in
      let reducers = parts.filter { $0.tag == nil || $0.tag?.index == number }.map(\.reduce)
      return ReducerRow(first: reducers.first ?? { _, _ in .none }, others: reducers.dropFirst())
    }
  }
}

/// The reducers that the actions of one case concern, in order.
@usableFromInline
struct ReducerRow<State, Action> {
  @usableFromInline let first: (inout State, Action) -> Effect<Action>
  @usableFromInline let others: [(inout State, Action) -> Effect<Action>]

  init(
    first: @escaping (inout State, Action) -> Effect<Action>,
    others: some Sequence<(inout State, Action) -> Effect<Action>>
  ) {
    self.first = first
    self.others = Array(others)
  }
}
