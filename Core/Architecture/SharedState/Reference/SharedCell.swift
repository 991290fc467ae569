import Platform
import RecordCoding

/// The location to which a property and its copies refer.
///
/// Assigning the projection of a property redirects all of its copies.
final class SharedCell<Location: Sendable>: Sendable {
  private let current: Mutex<Location>

  init(_ location: Location) {
    current = Mutex(location)
  }

  var location: Location {
    get { current.withLock(\.self) }
    set {
      // Counted under the lock, so that a reader of the new location knows of the change.
      current.withLock {
        $0 = newValue
        ChangesInPlace.note()
      }
    }
  }
}
