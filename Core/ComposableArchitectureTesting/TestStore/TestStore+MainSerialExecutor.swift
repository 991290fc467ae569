extension TestStore {
  /// Whether the test's tasks run on the main queue, one by one, in their order; they do by default.
  ///
  /// Turn it off where effects are to run at the same time, on threads of their own.
  public var useMainSerialExecutor: Bool {
    get { work.isSerial }
    set { work.isSerial = newValue }
  }
}
