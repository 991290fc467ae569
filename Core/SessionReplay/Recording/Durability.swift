/// When recorded steps are safe.
package enum Durability: String, CaseIterable, Sendable {
  /// Steps are the system's as soon as they happen: a crash of the app costs none, a loss of power what
  /// the system had not written to the disk yet.
  case flush
  /// The app goes on when a step is on the disk, where nothing can harm it any more.
  case step
}
