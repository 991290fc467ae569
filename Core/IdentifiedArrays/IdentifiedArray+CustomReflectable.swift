extension IdentifiedArray: CustomReflectable {
  /// A mirror that shows the elements, not the storage.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}
