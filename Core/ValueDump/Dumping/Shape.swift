/// One level of a value, as a dump shows it.
struct Shape {
  enum Kind {
    /// A value of which only a text shows: ``opening``.
    case leaf
    /// A string that is shown quoted: ``opening``, unquoted.
    case text
    /// A struct, class, tuple or enum case.
    case structure
    case collection
    case dictionary
    case set
  }

  enum Label {
    case none
    case name(String)
    case index(Int)
    case key(Any)
  }

  struct Child {
    var label: Label
    var value: Any
    /// The place of the key of a dictionary, and of the element of a set, among the others.
    var sortKey: SortKey?
  }

  var kind: Kind
  var opening: String
  var closing = ""
  var children: [Child] = []
  /// The object, if the value is one.
  var object: AnyObject?
}

extension Shape.Label {
  var name: String? {
    if case .name(let name) = self { name } else { nil }
  }
}
