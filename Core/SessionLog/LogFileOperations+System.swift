#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LogFileOperations {
  /// The calls themselves, each repeated when a signal interrupts it.
  package static let system = LogFileOperations(
    write: { file, bytes, offset throws(SystemError) in
      try repeated {
        withoutFileSizeSignal { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
      }
    },
    truncate: { file, length throws(SystemError) in
      _ = try repeated { Int(ftruncate(file, off_t(length))) }
    },
    sync: { file throws(SystemError) in
      _ = try repeated { Int(fsync(file)) }
    },
    rename: { from, to throws(SystemError) in
      _ = try repeated { Int(renamed(from, to)) }
    })
}

// Inside the extension `rename` would mean the property.
private func renamed(_ from: String, _ to: String) -> Int32 {
  rename(from.pathBytes, to.pathBytes)
}

private func repeated(_ call: () -> Int) throws(SystemError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = SystemError.last
    guard error.code == EINTR else { throw error }
  }
}
