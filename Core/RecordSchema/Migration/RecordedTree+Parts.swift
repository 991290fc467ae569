import RecordCoding

extension RecordedTree {
  /// The field of a name, or the associated value of a label; `nil` removes it.
  public subscript(name: String) -> RecordedTree? {
    get { fields.first { $0.name == name }?.value }
    set {
      var fields = fields
      let place = fields.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): fields[place].value = value
      case (let place?, nil): fields.remove(at: place)
      case (nil, let value?): fields.append(Field(name, value))
      case (nil, nil): break
      }
      self.fields = fields
    }
  }

  /// Gives a field or an associated value another name, if there is one of that name.
  public mutating func rename(_ name: String, to newName: String) {
    guard let place = fields.firstIndex(where: { $0.name == name }) else { return }
    fields[place].name = newName
  }

  /// The fields of a structure or the associated values of a case; none of anything else.
  ///
  /// What has no fields is left as it is when they are set.
  public var fields: [Field] {
    get {
      switch self {
      case .record(let fields), .choice(_, let fields): fields
      default: []
      }
    }
    set {
      switch self {
      case .record: self = .record(newValue)
      case .choice(let name, _): self = .choice(name, newValue)
      default: break
      }
    }
  }

  /// The elements of a list; none of anything else, which is left as it is when they are set.
  public var elements: [RecordedTree] {
    get { if case .list(let elements) = self { elements } else { [] } }
    set { if case .list = self { self = .list(newValue) } }
  }

  /// The name of an enumeration's case; `nil` for anything else, which is left as it is.
  public var caseName: String? {
    get { if case .choice(let name, _) = self { name } else { nil } }
    set {
      if case .choice(_, let fields) = self, let newValue { self = .choice(newValue, fields) }
    }
  }
}
