package import SessionLog

/// How much of a session a recorder keeps: all of it, or a ring of the last part.
///
///     let recorder = SessionRecorderOf<Feed>(
///       app: app, folder: folder, keeping: .last(steps: 10_000)
///     ) { failure in
///       print(failure)
///     }
///
/// A ring is one file, which is a whole log at any moment: its oldest steps go as new ones come. It may
/// be larger than was asked by an eighth: by the block that is being filled, and by one that waits to be
/// written. A block has a sixteenth of the steps or of the time, and 64 steps at least. Where actions
/// come faster than blocks are written, the store waits for the block before. Each block begins with
/// the whole state, so a ring with a state of megabytes is better bounded by bytes.
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

  /// The last bytes of the file: no more than so many, but for one block and the header.
  public static func last(bytes count: Int) -> SessionRetention {
    SessionRetention(limit: .bytes(UInt64(max(count, 1))))
  }

  /// The steps of the last part of the time: at least what came in the duration before the last step.
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
