/// Why a snapshot could not be tested.
package enum SnapshotError: Error {
  /// The environment asks for a record mode that there is not.
  case unknownRecordMode(String)
  /// No value was to be had.
  case noValue(any Error)
  /// No snapshot could be made of the value.
  case noSnapshot(type: Any.Type, any Error)
  /// The file of the snapshot cannot be read.
  case unreadable(path: String, any Error)
  /// The file keeps no snapshot.
  case undecodable(path: String, any Error)
  /// The snapshot cannot be written to its file.
  case unwritable(path: String, any Error)
}
