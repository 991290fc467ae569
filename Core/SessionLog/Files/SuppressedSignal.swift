#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes a system call without the signal that the system sends when it fails, so that the failure is
/// only an error of the call.
///
/// `SIGXFSZ` comes with a write beyond the limit on file sizes (`ulimit -f`), `SIGPIPE` with a write to a
/// pipe that nobody reads. Both are sent to the calling thread. The signal is blocked for this thread and
/// this call alone, so the handlers of the app are left alone. On Darwin `SIGXFSZ` is sent to the process,
/// which stays the app's affair.
package func withoutSignal(_ number: Int32, _ call: () -> Int) -> Int {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  var before = sigset_t()
  guard pthread_sigmask(SIG_BLOCK, &signals, &before) == 0 else { return call() }
  let result = call()
  let code = errno
  // Where the caller blocks the signal, a pending one is the caller's.
  if result < 0, sigismember(&before, number) == 0 { discardPending(signals, number) }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = code
  return result
}

/// Removes a blocked signal from those that are pending, if it is among them.
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
