/// When recorded steps are safe.
package enum Durability: String, CaseIterable, Sendable {
  /// Steps are handed to the system a moment after they happen: a crash of the program costs that
  /// moment, a loss of power what the system had not yet written.
  case flush
  /// The app goes on when a step is on the disk, where nothing can harm it any more.
  case step
}
