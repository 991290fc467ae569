extension StackState: CustomReflectable {
  /// A mirror of the elements by their identities.
  public var customMirror: Mirror {
    let elements = zip(ids, self).map { (key: $0, value: $1) }
    return Mirror(self, unlabeledChildren: elements, displayStyle: .dictionary)
  }
}
