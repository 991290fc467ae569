/// Where a person is on a screen, which is no part of the app's state.
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
