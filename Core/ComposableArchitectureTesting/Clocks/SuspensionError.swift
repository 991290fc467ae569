/// Someone sleeps on a test clock.
public enum SuspensionError: Error, Hashable {
  /// As many sleep as `count` says.
  case stillSleeping(count: Int)
}
