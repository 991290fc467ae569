#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes a system call while blocking the signal that the system sends if the call fails.
///
/// The failure is then only an error of the call. `SIGXFSZ` is sent for a write beyond the limit on
/// file sizes (`ulimit -f`), and `SIGPIPE` for a write to a pipe without a reader. Both are sent to
/// the calling thread. The signal is blocked only for this thread and this call, so the app's
/// handlers are unaffected. On Darwin, `SIGXFSZ` is sent to the process and is left to the app.
package func withoutSignal(_ number: Int32, _ call: () -> Int) -> Int {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  var before = sigset_t()
  guard pthread_sigmask(SIG_BLOCK, &signals, &before) == 0 else { return call() }
  let result = call()
  let code = errno
  // If the caller blocks the signal itself, a pending one is left to the caller.
  if result < 0, sigismember(&before, number) == 0 { discardPending(signals, number) }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = code
  return result
}

private func discardPending(_ signals: sigset_t, _ number: Int32) {
  var signals = signals
  #if canImport(Darwin)
    var (pending, taken) = (sigset_t(), number)
    guard sigpending(&pending) == 0, sigismember(&pending, number) == 1 else { return }
    sigwait(&signals, &taken)
  #else
    var noTime = timespec()
    sigtimedwait(&signals, nil, &noTime)
  #endif
}
