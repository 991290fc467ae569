/// A tab of an app: what it shows, and what its keys do.
///
///     enum Action { case decrTapped, incrTapped }
///
///     func screen(of count: Int) -> Screen<Action> {
///       Screen("Counter") { _ in
///         Text("\(count)")
///         Row { Button("-", key: "-"); Button("+", key: "+") }
///       } keys: { _ in
///         [ScreenKey("-", "down", send: .decrTapped), ScreenKey("+", "up", send: .incrTapped)]
///       }
///     }
///
/// The digits, `Tab`, `:`, `?` and `q` are the shell's own keys, and so are the arrows where there
/// are rows to select. `j`, `k` and `L` are its keys where the tab has none of that name.
public struct Screen<Action> {
  package let title: String
  package let rowCount: Int
  /// Whether the app's state has this tab selected.
  package let isSelected: Bool
  /// What selects this tab in the app's state; `nil` where the shell keeps which tab is shown.
  package let selection: Action?
  private let content: (ScreenCursor) -> [any View]
  private let keyList: (ScreenCursor) -> [ScreenKey<Action>]

  /// Creates a tab; the arrows select one of so many rows, or scroll if there are none.
  public init(
    _ title: String, rows: Int = 0,
    @ViewBuilder content: @escaping (ScreenCursor) -> [any View],
    keys: @escaping (ScreenCursor) -> [ScreenKey<Action>] = { _ in [] }
  ) {
    self.init(title, rowCount: max(0, rows), content: content, keyList: keys)
  }

  /// Creates a tab of lines of text that can be scrolled.
  public init(
    _ title: String, lines: @autoclosure @escaping () -> [String],
    keys: @escaping (ScreenCursor) -> [ScreenKey<Action>] = { _ in [] }
  ) {
    self.init(
      title, rowCount: 0, content: { [Lines(lines: lines(), offset: $0.offset)] }, keyList: keys)
  }

  private init(
    _ title: String, rowCount: Int, isSelected: Bool = false, selection: Action? = nil,
    content: @escaping (ScreenCursor) -> [any View],
    keyList: @escaping (ScreenCursor) -> [ScreenKey<Action>]
  ) {
    self.title = title
    self.rowCount = rowCount
    self.isSelected = isSelected
    self.selection = selection
    self.content = content
    self.keyList = keyList
  }

  /// The same tab in an app whose action holds this one's.
  public func map<Other>(_ transform: @escaping (Action) -> Other) -> Screen<Other> {
    let keyList = keyList
    return Screen<Other>(
      title, rowCount: rowCount, isSelected: isSelected, selection: selection.map(transform),
      content: content
    ) { cursor in
      keyList(cursor).map { $0.map(transform) }
    }
  }

  /// The same tab where the state tells which tab is shown: to choose it sends an action.
  ///
  /// So the choice is a step of the session, and the app can show a tab by itself.
  public func selected(_ isSelected: Bool, by action: Action) -> Self {
    Screen(
      title, rowCount: rowCount, isSelected: isSelected, selection: action, content: content,
      keyList: keyList)
  }

  /// The same tab with more keys, and a view above it.
  public func adding(header: (any View)? = nil, keys: [ScreenKey<Action>]) -> Self {
    let content = content
    let keyList = keyList
    return Screen(
      title, rowCount: rowCount, isSelected: isSelected, selection: selection
    ) { cursor in
      (header.map { [$0] } ?? []) + [Column { content(cursor) }]
    } keyList: {
      keyList($0) + keys
    }
  }

  /// What is shown while a person is at a place.
  package func view(_ cursor: ScreenCursor) -> Column {
    Column { content(clamped(cursor)) }
  }

  /// What the keys do there.
  package func keys(_ cursor: ScreenCursor) -> [ScreenKey<Action>] {
    keyList(clamped(cursor))
  }

  /// The cursor at a row that is there: the state may have lost rows since.
  package func clamped(_ cursor: ScreenCursor) -> ScreenCursor {
    ScreenCursor(
      selection: max(0, min(cursor.selection, rowCount - 1)), offset: max(0, cursor.offset))
  }
}

/// Lines of text from one of them on.
private struct Lines: View {
  let lines: [String]
  let offset: Int

  var flexibility: Flexibility { [.horizontal, .vertical] }

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    let height = canvas.size.height
    let first = max(0, min(offset, lines.count - height))
    let shown = max(0, min(height, lines.count - first))
    canvas.report(ScrollPlace(first: first, shown: shown, count: lines.count))
    for line in 0..<shown {
      canvas.draw(
        Text(lines[first + line]),
        in: Rectangle(row: line, width: canvas.size.width, height: 1))
    }
  }
}

/// Where a person is on a screen, which is no part of the app's state.
///
///     let screen = Screen<String>("Names", rows: names.count) { cursor in
///       List(names.count, cursor: cursor) { Text(names[$0]) }
///       Text("\(cursor.selection + 1) of \(names.count)")
///     }
public struct ScreenCursor: Hashable, Sendable {
  /// The row that is selected, from 0.
  public var selection: Int
  /// The first row or line that was shown.
  public var offset: Int

  /// Creates a cursor, at the top if nothing is given.
  public init(selection: Int = 0, offset: Int = 0) {
    self.selection = selection
    self.offset = offset
  }
}

/// A key of a screen, and what it does.
public struct ScreenKey<Action> {
  /// What a key leads to.
  package enum Outcome {
    case send(Action)
    /// A line of text is asked for, of which an action is made, if it can be.
    case ask(String, initial: String, (String) -> Action?)
  }

  package let key: Key
  package let title: String
  package let isEnabled: Bool
  package let outcome: Outcome

  /// A key that sends an action; the title says in the action bar what it does.
  public init(_ key: Key, _ title: String, isEnabled: Bool = true, send action: Action) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    outcome = .send(action)
  }

  /// A key that asks for a line of text, and sends the action that is made of it.
  ///
  /// Where no action can be made of a line, such as of a word for a number, it is left to be
  /// corrected, and the question is repeated: ask so that it tells what is wanted.
  public init(
    _ key: Key, _ title: String, isEnabled: Bool = true, ask question: String,
    initial: String = "", then action: @escaping (String) -> Action?
  ) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    outcome = .ask(question, initial: initial, action)
  }

  private init(_ key: Key, _ title: String, _ isEnabled: Bool, _ outcome: Outcome) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    self.outcome = outcome
  }

  /// The same key of an app whose action holds this one.
  func map<Other>(_ transform: @escaping (Action) -> Other) -> ScreenKey<Other> {
    switch outcome {
    case .send(let action):
      ScreenKey<Other>(key, title, isEnabled, .send(transform(action)))
    case .ask(let question, let initial, let action):
      ScreenKey<Other>(
        key, title, isEnabled, .ask(question, initial: initial) { action($0).map(transform) })
    }
  }
}
