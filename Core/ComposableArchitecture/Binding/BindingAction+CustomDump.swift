public import ValueDump

extension BindingAction: CustomDumpReflectable {
  /// Shows the action as it is written: `.set(\.name, "Blob")`.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value)], displayStyle: .enum)
  }
}
