/// The connections whose clients have not sent the token yet, oldest first.
///
/// They must not keep pages with the token waiting, so only some of the connections of a server can be
/// theirs. A client that has the token sends it at once, so the oldest is dropped for a new one.
package struct UnknownClients: Sendable {
  /// The maximum number of connections.
  package let limit: Int
  private var connections: [(number: UInt64, socket: Int32)] = []
  private var lastNumber: UInt64 = 0

  /// Creates an empty list.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The number of connections.
  package var count: Int { connections.count }

  /// Adds a connection. Returns its number, and the socket of the one that must be dropped, if any.
  package mutating func add(socket: Int32) -> (number: UInt64, dropped: Int32?) {
    lastNumber += 1
    connections.append((lastNumber, socket))
    return (lastNumber, count > limit ? connections.removeFirst().socket : nil)
  }

  /// Removes a connection. Returns its socket, or `nil` if it isn't in the list any more.
  package mutating func remove(_ number: UInt64) -> Int32? {
    guard let index = connections.firstIndex(where: { $0.number == number }) else { return nil }
    return connections.remove(at: index).socket
  }
}
