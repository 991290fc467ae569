package import SessionLog

/// How much of a session a recorder keeps: all of it, or a ring of the last part.
///
///     let recorder = SessionRecorderOf<Feed>(
///       app: app, folder: folder, keeping: .last(steps: 10_000)
///     ) { failure in
///       print(failure)
///     }
///
/// A ring is one file, which is a whole log at any moment: its oldest steps go as new ones come. It is
/// at no moment larger than was asked by more than one block: an eighth, but 128 steps or 8 KiB at
/// least. A block is written in two parts or more, so that one can be filled while another is written.
/// Where actions come faster than parts are written, the store waits. Each part begins with the whole
/// state, so a ring with a state of megabytes is better bounded by bytes.
public struct SessionRetention: Hashable, Sendable {
  private enum Limit: Hashable {
    case everything
    case steps(UInt64)
    case milliseconds(UInt64)
    case bytes(UInt64)
  }

  private let limit: Limit

  /// All steps.
  public static let everything = SessionRetention(limit: .everything)

  /// The last steps: at least so many, if there are.
  public static func last(steps count: Int) -> SessionRetention {
    SessionRetention(limit: .steps(UInt64(max(count, 1))))
  }

  /// The last bytes of the file: no more than so many, if the header and the newest part fit.
  ///
  /// A log that was cut off may have a block more, as what had not been written comes behind it.
  public static func last(bytes count: Int) -> SessionRetention {
    SessionRetention(limit: .bytes(UInt64(max(count, 1))))
  }

  /// The steps of the last part of the time: at least what came in the duration before the last step.
  ///
  /// What came before a pause stays until the steps behind the pause are written.
  public static func last(_ duration: Duration) -> SessionRetention {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return SessionRetention(limit: .milliseconds(UInt64(min(max(milliseconds, 1), 1e15))))
  }
}

extension LogRetention {
  /// The same as a log's writer takes it.
  package init(_ retention: SessionRetention) {
    self = retention.ofLog
  }
}

extension SessionRetention {
  fileprivate var ofLog: LogRetention {
    switch limit {
    case .everything: .everything
    case .steps(let count): .steps(count)
    case .milliseconds(let count): .milliseconds(count)
    case .bytes(let count): .bytes(count)
    }
  }
}
