// The values shared by the tests of dumps and differences.

struct User: Equatable, Identifiable {
  var id: Int
  var name: String
}

struct Person: Equatable {
  var name: String
  var age = 30
  var city = "Oslo"
}

struct Pair: Equatable {
  var driver: User
  var passenger: User
}

struct Tag: Hashable {
  var rawValue: String
}

struct Box<Value> {
  var value: Value
}

enum Toggle: Equatable {
  case on
  case off
}

enum Event: Equatable {
  case tapped
  case counted(Int)
  case moved(x: Int, y: Int)
  case named(name: String)
  case toggled(Toggle)
  case tagged(Tag)
  indirect case nested(Event)
}

class Animal {
  let name: String
  init(name: String) {
    self.name = name
  }
}

final class Dog: Animal {
  let age = 3
}

final class Link {
  let title: String
  var next: Link?
  init(title: String) {
    self.title = title
  }
}
