import ComposableArchitecture
import Foundation

/// A place in the app, as a link names it.
///
/// A link is a path such as `syncups/ID/edit`, with or without the scheme `syncups://`.
package enum DeepLink: Equatable, Sendable {
  /// `syncups`
  case list
  /// `syncups/new`
  case newSyncUp
  /// `syncups/ID`
  case detail(SyncUp.ID)
  /// `syncups/ID/edit`
  case edit(SyncUp.ID)
  /// `syncups/ID/record`
  case record(SyncUp.ID)
  /// `syncups/ID/meetings/ID`
  case transcript(SyncUp.ID, meeting: Meeting.ID)

  private static let scheme = "syncups://"

  package init(_ link: String) throws(DeepLinkError) {
    let path = link.hasPrefix(Self.scheme) ? link.dropFirst(Self.scheme.count) : link[...]
    var parts = path.split(separator: "/")[...]
    guard parts.popFirst() == "syncups" else { throw .unknownPlace(link) }
    guard let first = parts.popFirst() else {
      self = .list
      return
    }
    if first == "new", parts.isEmpty {
      self = .newSyncUp
      return
    }
    let id = try Self.id(first)
    switch (parts.popFirst(), parts.popFirst(), parts.isEmpty) {
    case (nil, _, _): self = .detail(id)
    case ("edit"?, nil, _): self = .edit(id)
    case ("record"?, nil, _): self = .record(id)
    case ("meetings"?, let meeting?, true): self = .transcript(id, meeting: try Self.id(meeting))
    default: throw .unknownPlace(link)
    }
  }

  private static func id(_ text: Substring) throws(DeepLinkError) -> UUID {
    guard let id = UUID(uuidString: String(text)) else { throw .malformedID(String(text)) }
    return id
  }
}

/// A reason why a link cannot be opened.
@Recordable
package enum DeepLinkError: Error, Equatable, Sendable {
  /// No place of the app has this path.
  case unknownPlace(String)
  /// A part of the path that should be an identity is not a UUID.
  case malformedID(String)
  case unknownSyncUp(SyncUp.ID)
  case unknownMeeting(Meeting.ID)
  /// A link must not end a meeting.
  case meetingInProgress
}

extension DeepLinkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownPlace(let link):
      "There is no place '\(link)' in this app. Try 'syncups', 'syncups/new' or 'syncups/ID'."
    case .malformedID(let text):
      "'\(text)' is not the identity of a sync-up or a meeting, which is a UUID."
    case .unknownSyncUp(let id): "There is no sync-up \(id). It may have been deleted."
    case .unknownMeeting(let id): "There is no meeting \(id). It may have been deleted."
    case .meetingInProgress: "A meeting is in progress. End it, and open the link again."
    }
  }
}
