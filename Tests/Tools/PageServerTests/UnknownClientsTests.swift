import PageServer
import Testing

@Suite("Connections without the token")
struct UnknownClientsTests {
  @Test("The oldest client is dropped when there are more clients than the limit")
  func limit() {
    var clients = UnknownClients(limit: 2)
    #expect(clients.add(socket: 10) == (1, nil))
    #expect(clients.add(socket: 11) == (2, nil))
    #expect(clients.add(socket: 12) == (3, 10))
    #expect(clients.count == 2)
    #expect(clients.remove(1) == nil)
  }

  @Test("A client that sent the token is not dropped, and no longer counts")
  func known() {
    var clients = UnknownClients(limit: 2)
    let (first, _) = clients.add(socket: 10)
    _ = clients.add(socket: 11)
    #expect(clients.remove(first) == 10)
    #expect(clients.add(socket: 12).dropped == nil)
    #expect(clients.add(socket: 13).dropped == 11)
    #expect(clients.remove(first) == nil)
  }
}
