extension LogReader {
  /// Opens a log with a damaged header by the copy of that header. Returns `nil` if there is none.
  static func rescued(path: String, options: LogReaderOptions) -> LogReader? {
    guard let source = try? open(path, options), let header = source.headerCopy() else {
      return nil
    }
    return try? LogReader(rescuing: source, path: path, header: header, options: options)
  }
}

extension MemberSource {
  fileprivate func headerCopy() -> [UInt8]? {
    var search = MemberSearch(self, from: 0)
    while let offset = search.next() {
      guard let header = try? header(at: offset), header.kind == .headerCopy,
        header.rawLength <= LogFormat.maximumHeaderLength,
        let payload = try? payload(of: header, at: offset),
        checksum(of: payload) == header.binding,
        payload.firstIndex(of: newline) == payload.count - 1
      else { continue }
      return payload.dropLast()
    }
    return nil
  }

  /// Returns the offset of the first block, or 0 if it cannot be found.
  func offsetOfFirstBlock() -> UInt64 {
    var search = MemberSearch(self, from: 0)
    while let offset = search.next() {
      guard let header = try? header(at: offset), header.kind == .block else { continue }
      return header.sequence == 1 ? offset : 0
    }
    return 0
  }
}
