extension Result where Failure == any Error {
  /// Creates the result of asynchronous work: what it returns, or the error that it throws.
  ///
  ///     await send(.response(Result { try await client.fetch() }))
  public init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
