import ValueDump

struct User: Equatable, Identifiable {
  var favoriteNumbers = [42, 1729]
  var id = 2
  var name = "Blob"
}

struct Point: Hashable {
  var x = 1
  var y = 2
}

struct Counter: Equatable {
  var count: Int
}

enum Feature {
  enum Action: Equatable {
    case tick
    case response(Int)
    case user(User)
    case pair(Int, y: String)
    case child(Status)
  }

  enum Status: Equatable {
    case on
    case off(after: Int)
  }
}

final class Node {
  let name: String
  var next: Node?

  init(_ name: String, next: Node? = nil) {
    self.name = name
    self.next = next
  }
}

/// A type that isn't equatable, and is compared only by field.
struct Opaque {
  var user = User()
  var action: @Sendable () -> Int = { 1 }
}

func dumped(_ value: Any, maxDepth: Int = .max) -> String {
  String(customDumping: value, maxDepth: maxDepth)
}
