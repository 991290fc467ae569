/// A tab of an app, with its content and its keys.
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
/// The shell handles digits, `Tab`, `:`, `?` and `q` itself, and the arrow keys if there are rows
/// to select. It handles `j`, `k` and `L` unless the tab defines them.
public struct Screen<Action> {
  package let title: String
  package let rowCount: Int
  /// Whether the app's state selects this tab.
  package let isSelected: Bool
  /// The action that selects this tab in the app's state; `nil` if the shell stores the selection.
  package let selection: Action?
  private let content: (ScreenCursor) -> [any View]
  private let keyList: (ScreenCursor) -> [ScreenKey<Action>]

  /// Creates a tab. The arrow keys select one of `rows` rows, or scroll if there are none.
  public init(
    _ title: String, rows: Int = 0,
    @ViewBuilder content: @escaping (ScreenCursor) -> [any View],
    keys: @escaping (ScreenCursor) -> [ScreenKey<Action>] = { _ in [] }
  ) {
    self.init(title, rowCount: max(0, rows), content: content, keyList: keys)
  }

  /// Creates a tab of scrollable lines of text.
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

  /// Returns the tab with its actions wrapped in actions of a parent feature.
  public func map<Other>(_ transform: @escaping (Action) -> Other) -> Screen<Other> {
    let keyList = keyList
    return Screen<Other>(
      title, rowCount: rowCount, isSelected: isSelected, selection: selection.map(transform),
      content: content
    ) { cursor in
      keyList(cursor).map { $0.map(transform) }
    }
  }

  /// Returns the tab with its selection stored in the app's state, and changed by an action.
  ///
  /// Selecting the tab is then a step of the session, and the app itself can select a tab.
  public func selected(_ isSelected: Bool, by action: Action) -> Self {
    Screen(
      title, rowCount: rowCount, isSelected: isSelected, selection: action, content: content,
      keyList: keyList)
  }

  /// Returns the tab with additional keys and a view above its content.
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

  package func view(_ cursor: ScreenCursor) -> Column {
    Column { content(clamped(cursor)) }
  }

  package func keys(_ cursor: ScreenCursor) -> [ScreenKey<Action>] {
    keyList(clamped(cursor))
  }

  /// Returns the cursor limited to existing rows, because the state may have lost rows.
  package func clamped(_ cursor: ScreenCursor) -> ScreenCursor {
    ScreenCursor(
      selection: max(0, min(cursor.selection, rowCount - 1)), offset: max(0, cursor.offset))
  }
}

private struct Lines: View {
  let lines: [String]
  let offset: Int

  var flexibility: Flexibility { [.horizontal, .vertical] }

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    let height = canvas.size.height
    let first = max(0, min(offset, lines.count - height))
    let shown = max(0, min(height, lines.count - first))
    canvas.report(ScrollRange(first: first, shown: shown, count: lines.count))
    for line in 0..<shown {
      canvas.draw(
        Text(lines[first + line]),
        in: Rectangle(row: line, width: canvas.size.width, height: 1))
    }
  }
}

/// The user's position on a screen, which isn't part of the app's state.
///
///     let screen = Screen<String>("Names", rows: names.count) { cursor in
///       List(names.count, cursor: cursor) { Text(names[$0]) }
///       Text("\(cursor.selection + 1) of \(names.count)")
///     }
public struct ScreenCursor: Hashable, Sendable {
  /// The index of the selected row.
  public var selection: Int
  /// The index of the first row or line shown.
  public var offset: Int

  /// Creates a cursor, by default at the top.
  public init(selection: Int = 0, offset: Int = 0) {
    self.selection = selection
    self.offset = offset
  }
}

/// A key of a screen, with its effect.
public struct ScreenKey<Action> {
  package enum Outcome {
    case send(Action)
    /// Asks for a line of text, and sends the action created from it unless that is `nil`.
    case ask(String, initial: String, (String) -> Action?)
  }

  package let key: Key
  package let title: String
  package let isEnabled: Bool
  package let outcome: Outcome

  /// Creates a key that sends an action. The action bar shows the title.
  public init(_ key: Key, _ title: String, isEnabled: Bool = true, send action: Action) {
    self.key = key
    self.title = title
    self.isEnabled = isEnabled
    outcome = .send(action)
  }

  /// Creates a key that asks for a line of text, and sends the action created from it.
  ///
  /// If `action` returns `nil`, for example because the text isn't a number, the question is
  /// repeated with the text to correct. The question should therefore state the expected input.
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
