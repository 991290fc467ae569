extension Task where Success == Never, Failure == Never {
  /// The identity of the current task, which differs between tasks that exist at the same time;
  /// `nil` outside of tasks.
  package static var currentIdentity: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
