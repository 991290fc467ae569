import Foundation

extension SnapshotError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownRecordMode(let text):
      let modes = SnapshotTestingConfiguration.Record.allCases.map(\.rawValue)
      return """
        SNAPSHOT_TESTING_RECORD is '\(text)', which is no record mode: set it to one of \
        \(modes.joined(separator: ", ")).
        """
    case .noValue(let error):
      return "Threw error: \(error)"
    case .noSnapshot(let type, let error):
      return """
        No snapshot could be made of a value of the type '\(type)': \(error). Make the value one \
        that the strategy can take, or take another strategy, such as '.dump'.
        """
    case .unreadable(let path, let error):
      return """
        The snapshot '\(path)' cannot be read: \(Self.reason(of: error)). Make the file readable, \
        or delete it and run the test again to record it.
        """
    case .undecodable(let path, let error):
      return """
        The file '\(path)' keeps no snapshot: \(Self.reason(of: error)). Restore it, or delete it \
        and run the test again to record it.
        """
    case .unwritable(let path, let error):
      return """
        The snapshot '\(path)' cannot be written: \(Self.reason(of: error)). Make the folder \
        writable, or record the snapshot elsewhere.
        """
    }
  }

  private static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    if let posix = (cause ?? error) as? POSIXError {
      return String(cString: strerror(posix.code.rawValue))
    }
    return "\(cause ?? error)"
  }
}
