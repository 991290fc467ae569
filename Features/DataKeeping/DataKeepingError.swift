/// Why data could not be kept.
package enum DataKeepingError: Error, Hashable, Sendable {
  /// As many broken files of this name as may be are kept already.
  case tooManyBrokenFiles(name: String)
}
