package import SessionLog

/// The part of a session that a recorder keeps: all of it, or a ring of its last steps.
///
///     let recorder = SessionRecorderOf<Feed>(
///       app: app, folder: folder, keeping: .last(steps: 10_000)
///     ) { failure in
///       print(failure)
///     }
///
/// A ring is one file, which is a whole log at any time. Its oldest steps are removed when new ones
/// are added. The ring never exceeds the requested size by more than one block: an eighth of that
/// size, but at least 128 steps or 8 KiB. A block is written in two or more parts: one part can be
/// filled while the previous one is written. If actions arrive faster than parts can be written,
/// the store waits. Each part begins with the whole state, so a ring with a state of megabytes is
/// better limited by bytes.
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

  /// Keeps at least the last `count` steps.
  public static func last(steps count: Int) -> SessionRetention {
    SessionRetention(limit: .steps(UInt64(max(count, 1))))
  }

  /// Keeps at most the last `count` bytes of the file, if the header and the newest part fit.
  ///
  /// An unfinished log may have one more block, for the steps that were not in the file yet.
  public static func last(bytes count: Int) -> SessionRetention {
    SessionRetention(limit: .bytes(UInt64(max(count, 1))))
  }

  /// Keeps at least the steps within `duration` before the last step.
  ///
  /// The steps before a pause are kept until the steps after it have been written.
  public static func last(_ duration: Duration) -> SessionRetention {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return SessionRetention(limit: .milliseconds(UInt64(min(max(milliseconds, 1), 1e15))))
  }
}

extension LogRetention {
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
