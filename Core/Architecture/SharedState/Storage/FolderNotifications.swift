package import DependencyInjection
import Dispatch
import Foundation
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

package struct FolderEvent: Sendable {
  package enum Kind: Sendable {
    /// A file was written, moved or removed.
    case change
    /// A file or folder was created; a file may not be written yet.
    case creation
    /// The folder was moved or removed, or events were lost.
    case loss
  }

  /// The watch that reported the event; `nil` for all watches.
  package let watch: Int32?
  package let kind: Kind
  /// The name of the file, if the system reports it.
  package let name: String?

  package init(watch: Int32?, kind: Kind, name: String? = nil) {
    (self.watch, self.kind, self.name) = (watch, kind, name)
  }
}

package protocol FolderNotifications: AnyObject, Sendable {
  /// The handler of events, which may be called on any thread.
  var onEvent: LockIsolated<@Sendable (FolderEvent) -> Void> { get }

  /// Returns a watch number, the same one for the same folder; `nil` if the folder does not exist.
  func begin(_ folder: String) -> Int32?

  func end(_ watch: Int32)
}

/// A source of events in folders that uses inotify on Linux, and elsewhere kqueue through Dispatch.
final class SystemFolderNotifications: FolderNotifications {
  let onEvent = LockIsolated<@Sendable (FolderEvent) -> Void>({ _ in })
  private let queue: DispatchQueue

  #if canImport(Glibc) || canImport(Musl)
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    // `nonisolated(unsafe)`, because it is set once, before the object is shared.
    private nonisolated(unsafe) var source: (any DispatchSourceRead)?

    init(on queue: DispatchQueue) {
      self.queue = queue
      guard descriptor >= 0 else { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in self?.readEvents() }
      source.resume()
      self.source = source
    }

    deinit {
      source?.cancel()
      if descriptor >= 0 { close(descriptor) }
    }

    func begin(_ folder: String) -> Int32? {
      let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      let others = IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
      let mask = UInt32(changes) | UInt32(others) | UInt32(IN_ONLYDIR)
      let watch = inotify_add_watch(descriptor, folder, mask)
      return watch >= 0 ? watch : nil
    }

    func end(_ watch: Int32) {
      inotify_rm_watch(descriptor, watch)
    }

    private func readEvents() {
      let headLength = MemoryLayout<inotify_event>.size
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset + headLength <= count {
          let event = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          }
          let start = offset + headLength
          offset = start + Int(event.len)
          guard offset <= count else { return }
          let name = String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
          onEvent.value(Self.event(event, name))
        }
      }
    }

    private static func event(_ event: inotify_event, _ name: String) -> FolderEvent {
      func has(_ flag: some BinaryInteger) -> Bool { event.mask & UInt32(flag) != 0 }
      // The event queue overflowed.
      if has(IN_Q_OVERFLOW) { return FolderEvent(watch: nil, kind: .loss) }
      if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_IGNORED) || has(IN_UNMOUNT) {
        return FolderEvent(watch: event.wd, kind: .loss)
      }
      return FolderEvent(watch: event.wd, kind: has(IN_CREATE) ? .creation : .change, name: name)
    }
  #else
    private let sources = Mutex<[Int32: UncheckedSendable<any DispatchSourceFileSystemObject>]>(
      [:])

    init(on queue: DispatchQueue) {
      self.queue = queue
    }

    func begin(_ folder: String) -> Int32? {
      let descriptor = open(folder, O_EVTONLY | O_DIRECTORY)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .delete, .rename], queue: queue)
      source.setEventHandler { [weak self, weak source] in
        let isLost = source?.data.isDisjoint(with: [.delete, .rename]) == false
        self?.onEvent.value(FolderEvent(watch: descriptor, kind: isLost ? .loss : .change))
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      let kept = UncheckedSendable<any DispatchSourceFileSystemObject>(source)
      sources.withLock { $0[descriptor] = kept }
      return descriptor
    }

    func end(_ watch: Int32) {
      sources.withLock { $0.removeValue(forKey: watch)?.value }?.cancel()
    }
  #endif
}
