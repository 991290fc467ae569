import Foundation
import IdentifiedArrays
import RecordCoding

/// A structure with every shape of stored property.
@Recordable
struct Shapes: Equatable {
  var a = 1, b = 2
  var observed: String? { didSet { b += 1 } }
  let constant = 4
  let fixed: Int
  var (p, q): (Int, String) = (1, "x")
  var `default` = 0
  // These names are also used in the generated code.
  var encoder = 1, decoder = 2, old = 3, product = 4, type = 5, schema = 6
  private var secret = 1
  // This property is recorded as an optional.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var implicit: Int!
  var twice: Int?? = .some(nil)
  var computed: Int { a * 2 }
  static let shared = 3

  init(number: Int) {
    fixed = number
    a = number
    observed = "n"
    secret = number * 7
    implicit = number
  }
}

/// An enumeration with every shape of payload.
@Recordable
indirect enum Payloads: Sendable {
  case none
  case one(Int)
  case labelled(id: Int, _ text: String, in: Bool = true)
  case tuple((Int, String))
  case nested(a: (x: Int, y: (Bool, String)), b: (Int))
  case optional(Int?)
  case twice(Int??)
  case implicit(Int!)
  case `default`
  case `init`(Int)
  case collections([Int], [String: Int])
  case unit(()), void(Void, Int), onlyVoids((), ()), mixed((Int, ()))
  case tree(Self, Payloads)

  static let samples: [Payloads] = [
    .none, .one(3), .one(4), .labelled(id: 1, "x", in: true), .labelled(id: 1, "y", in: false),
    .tuple((1, "a")), .tuple((2, "a")), .tuple((2, "b")), .nested(a: (1, (true, "q")), b: 3),
    .nested(a: (1, (true, "z")), b: 3), .nested(a: (1, (false, "z")), b: 4), .optional(nil),
    .optional(1), .twice(nil), .twice(.some(nil)), .twice(2), .implicit(nil), .implicit(2),
    .default, .`init`(4), .collections([1, 2], ["a": 1]), .collections([1], ["a": 1]), .unit(()),
    .void((), 2), .void((), 3), .onlyVoids((), ()), .mixed((1, ())), .mixed((2, ())),
    .tree(.one(3), .tree(.none, .default)), .tree(.one(3), .tree(.none, .one(1))),
    .tree(.none, .none),
  ]
}

@Recordable
struct Pair<First: Equatable, Second: Equatable>: Equatable {
  var first: First
  var second: [Second] = []
}

@Recordable
enum Either<Left, Right> {
  case left(Left)
  case right(Right)
  case neither
}

enum Outer<Wrapped> {
  @Recordable
  struct Inner {
    var value: Wrapped
    var unrelated = Entry.Kind.plain
  }

  @Recordable
  enum Choice {
    case value(Wrapped)
    case rows(Entry)
  }
}

@Recordable
struct Entry: Identifiable, Equatable {
  @Recordable
  enum Kind: Equatable {
    case plain
    case titled(String)
  }

  var id: UUID
  var kind: Kind
}

@Recordable
enum Only {
  case only
}

@Recordable
enum Single {
  case only(Int)
}

@Recordable
private struct Hidden {
  fileprivate var number = 1
}

/// Creates a value of a private type.
func hiddenValue() -> some Recordable { Hidden() }

/// The state of a typical app.
@Recordable
struct Everything {
  var count = 0
  var ratio = 0.5
  var title = ""
  var rows: IdentifiedArrayOf<Entry> = []
  var tags: Set<String> = []
  var index: [String: [Int?]] = [:]
  var selection: Entry.Kind?
  var outcome: Result<Int, Refusal> = .success(0)
  var history: [Payloads] = []
  var delay = Duration.zero
  var blob = Data()
}

/// A generic enumeration whose parameter has a name that generated code might use.
@Recordable
enum Holder<Value: Recordable> {
  case empty
  case full(Value)
}
