import DependencyInjection
import Dispatch
import Foundation
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system tells of changes of the files in folders.
final class FolderNotifications: Sendable {
  /// Called with the path of the folder and the name of the file, if the system gives it.
  let onChange = LockIsolated<@Sendable (_ folder: String, _ name: String?) -> Void>({ _, _ in })
  private let queue: DispatchQueue

  #if canImport(Glibc) || canImport(Musl)
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    private let folders = Mutex<[Int32: String]>([:])
    // Unchecked: it is set once, before anybody else has the object.
    private nonisolated(unsafe) var source: (any DispatchSourceRead)?

    /// Prepares to tell on a queue.
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

    /// Begins to tell of a folder.
    func begin(_ folder: String) {
      let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      let watch = inotify_add_watch(descriptor, folder, UInt32(events))
      if watch >= 0 { folders.withLock { $0[watch] = folder } }
    }

    /// Ends what `begin` began.
    func end(_ folder: String) {
      let watch = folders.withLock { folders in
        let watch = folders.first { $0.value == folder }?.key
        if let watch { folders[watch] = nil }
        return watch
      }
      if let watch { inotify_rm_watch(descriptor, watch) }
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
          let folder = folders.withLock { $0[event.wd] }
          if let folder { onChange.value(folder, name) }
        }
      }
    }
  #else
    private let sources = Mutex<[String: UncheckedSendable<any DispatchSourceFileSystemObject>]>(
      [:])

    /// Prepares to tell on a queue.
    init(on queue: DispatchQueue) {
      self.queue = queue
    }

    /// Begins to tell of a folder.
    func begin(_ folder: String) {
      guard sources.withLock({ $0[folder] == nil }) else { return }
      let descriptor = open(folder, O_EVTONLY)
      guard descriptor >= 0 else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: .write, queue: queue)
      source.setEventHandler { [weak self] in self?.onChange.value(folder, nil) }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      let kept = UncheckedSendable<any DispatchSourceFileSystemObject>(source)
      sources.withLock { $0[folder] = kept }
    }

    /// Ends what `begin` began.
    func end(_ folder: String) {
      sources.withLock { $0.removeValue(forKey: folder)?.value }?.cancel()
    }
  #endif
}
