/// The connections whose clients have not sent the token yet, oldest first.
///
/// Such clients must not block pages that have the token, so they can use only a part of a server's
/// connections. A client with the token sends it at once, so a new connection replaces the oldest.
package struct UnknownClients: Sendable {
  package let limit: Int
  private var connections: [(number: UInt64, socket: Int32)] = []
  private var lastNumber: UInt64 = 0

  package init(limit: Int) {
    self.limit = limit
  }

  package var count: Int { connections.count }

  /// Adds a connection. Returns its number, and the socket of a connection to drop, if any.
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
