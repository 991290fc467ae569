extension DependencyValues {
  /// The defaults of the live context.
  public static var live: Self { Self(context: .live) }

  /// The defaults of previews.
  public static var preview: Self { Self(context: .preview) }

  /// The defaults of tests.
  public static var test: Self { Self(context: .test) }

  /// The dependencies of the current task.
  public static var _current: Self { current }

  private init(context: DependencyContext) {
    self.init()
    self.context = context
  }
}
