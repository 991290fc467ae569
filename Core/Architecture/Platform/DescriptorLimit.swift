#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

package enum DescriptorLimit {
  /// The current limit, as printed by `ulimit -n`. `nil` if the system does not report it.
  package static var current: UInt64? {
    var limit = rlimit()
    #if canImport(Glibc)
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? UInt64(limit.rlim_cur) : nil
  }

  /// Returns how many more files can be opened under a limit, up to a maximum.
  package static func availableCount(under limit: UInt64, upTo maxCount: Int) -> Int {
    var (number, count) = (Int32(0), 0)
    while count < maxCount, number < limit {
      if fcntl(number, F_GETFD) < 0 { count += 1 }
      number += 1
    }
    return count
  }
}
