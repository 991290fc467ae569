import ComposableArchitecture
import Counter

/// Whether the last search was canceled.
struct CanceledSearch: Sendable {
  private var isSearching = false
  private var isCanceled = false

  /// Returns `false` if the action reports progress or a result of a canceled search.
  mutating func update(_ moment: Invariant<AppFeature.State, AppFeature.Action>.Moment) -> Bool {
    defer { isSearching = moment.state.counter.nthPrimeRequest != nil }
    switch moment.action {
    case nil, .counter(.nthPrimeButtonTapped): isCanceled = false
    case .counter(.nthPrimeCancelButtonTapped): isCanceled = isCanceled || isSearching
    case .counter(.nthPrimeProgress), .counter(.nthPrimeResponse): return !isCanceled
    default: break
    }
    return true
  }
}
