import DependencyInjection
import Issues
import Testing

@Suite("Dependency clients")
struct DependencyClientTests {
  @Test("An unassigned endpoint reports its name, and throws if it can")
  func unimplemented() async throws {
    let collect = IssueCollector()
    await #expect(throws: UnimplementedFailure(description: "'UserClient.fetch'")) {
      try await collect { try await UserClient().fetch(id: 1) }
    }
    #expect(
      collect.messages == [
        """
        Unimplemented: 'UserClient.fetch'

        No closure has been assigned to the endpoint. Assign one where the dependencies are \
        overridden, as in '$0.client.endpoint = { … }'.
        """
      ])
    let location = try #require(collect.issues.first?.location)
    #expect("\(location.fileID)" == "DependencyInjectionTests/SampleClients.swift")
    #expect("\(location.filePath)".hasSuffix("Clients/SampleClients.swift"))
    #expect(location.line == 11)
    #expect(location.column == 3)
  }

  @Test("An unassigned endpoint returns nil for an optional value, and nothing if it has no value")
  func withoutValue() {
    let collect = IssueCollector()
    collect {
      #expect(UserClient().find(name: "Blob", isExact: true) == nil)
      UserClient().forget(user: User())
    }
    #expect(collect.titles == ["find", "forget"].map { "Unimplemented: 'UserClient.\($0)'" })
  }

  @Test("An endpoint with a default closure reports its name, and returns the closure's result")
  func defaults() {
    let collect = IssueCollector()
    collect {
      #expect(UserClient().count() == 42)
      let users = [User(id: 1), User(id: 2)]
      #expect(UserClient().ranked(users: users, limit: 1) == [User(id: 1)])
      #expect(throws: UserClient.Refusal.unknown) { try UserClient().check(password: "secret") }
      #expect(throws: UnimplementedFailure.self) { try UserClient().default() }
      var user = User()
      #expect(throws: UnimplementedFailure.self) {
        try UserClient().rename(user: &user, name: "Other")
      }
    }
    #expect(
      collect.titles
        == ["count", "ranked", "check", "default", "rename"]
        .map { "Unimplemented: 'UserClient.\($0)'" })
  }

  @Test("A main-actor endpoint and its method stay on the main actor")
  @MainActor func mainActor() {
    let collect = IssueCollector()
    #expect(collect { UserClient().select(user: User()) } == false)
    #expect(collect.titles == ["Unimplemented: 'UserClient.select'"])
  }

  @Test("Methods call the assigned closures, with argument labels and custom names")
  func methods() async throws {
    let saved = LockIsolated<[User]>([])
    var client = UserClient()
    client.fetch = { id in User(id: id) }
    client.rename = { user, name in user.name = name }
    client.saveUser = { user in saved.withValue { $0.append(user) } }
    client.saveUsers = { users in saved.withValue { $0 += users } }
    var user = try await client.fetch(id: 7)
    try client.rename(user: &user, name: "Other")
    try await client.save(user: user)
    try await client.saveAll([User(id: 8)])
    #expect(saved.value == [User(id: 7, name: "Other"), User(id: 8)])
    #expect(try await client.fetch(9) == User(id: 9))
  }

  @Test("Properties that aren't endpoints keep their values")
  func properties() {
    let collect = IssueCollector()
    collect {
      UserClient().log("Hello")
      #expect(UserClient().limit == 10)
      #expect(UserClient().version == 1)
      #expect(UserClient().host == nil)
    }
    #expect(collect.issues.isEmpty)
  }

  @Test("A client's initializer takes all of its endpoints")
  func memberwise() async throws {
    let client = UserClient(
      fetch: { User(id: $0) }, find: { _, _ in nil }, count: { 1 }, ranked: { users, _ in users },
      forget: { _ in }, rename: { _, _ in }, select: { _ in true },
      check: { _ throws(UserClient.Refusal) in User() }, saveUser: { _ in }, saveUsers: { _ in },
      default: { User() }, limit: 3)
    #expect(try await client.fetch(id: 3) == User(id: 3))
    #expect(client.count() == 1)
    #expect(client.limit == 3)
    #expect(try client.check(password: "secret") == User())
  }

  @Test("A client can be generic, and its initializer takes properties without values")
  func generic() async throws {
    let collect = IssueCollector()
    try await collect {
      var cache = Cache<String, Int>(capacity: 5)
      #expect(cache.capacity == 5)
      #expect(cache.first() == nil)
      #expect(await cache.map(transform: \.count) == [])
      cache.load = { key in key.count }
      let four = try await cache.load(key: "four")
      #expect(four == 4)
    }
    #expect(collect.titles == ["Unimplemented: 'Cache.first'", "Unimplemented: 'Cache.map'"])
  }

  @Test("Endpoints of a registered client fail the test unless it overrides them")
  func registered() async throws {
    let collect = IssueCollector()
    try await withDependencies {
      $0.users.fetch = { id in User(id: id, name: "Known") }
    } operation: {
      @Dependency(\.users) var users
      try await collect {
        let user = try await users.fetch(id: 5)
        #expect(user == User(id: 5, name: "Known"))
        #expect(users.count() == 42)
      }
    }
    #expect(collect.titles == ["Unimplemented: 'UserClient.count'"])
  }
}

extension IssueCollector {
  fileprivate var titles: [String] {
    messages.map { String($0.prefix { $0 != "\n" }) }
  }
}
