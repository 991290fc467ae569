#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls the system without the signal that ends a process whose file exceeds the limit on its length
/// (`ulimit -f`), so that this is a failure of the call, as a full disk is.
///
/// The signal goes to the thread that writes; it is held back for this thread and this call alone. On
/// Darwin it goes to the process, whose own affair it stays.
func withoutFileSizeSignal(_ call: () -> Int) -> Int {
  #if canImport(Darwin)
    return call()
  #else
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    var before = sigset_t()
    guard pthread_sigmask(SIG_BLOCK, &signals, &before) == 0 else { return call() }
    let result = call()
    let code = errno
    if result < 0, code == EFBIG {
      // Takes the signal back, if it came; nobody waits for it.
      var noTime = timespec()
      sigtimedwait(&signals, nil, &noTime)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return result
  #endif
}
