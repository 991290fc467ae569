public import Foundation

// Objects whose mirrors show private fields. They are dumped like the values that they bridge to.

@_documentation(visibility: internal)
extension NSCalendar: CustomDumpReflectable {
  /// A mirror of the settings.
  public var customDumpMirror: Mirror {
    let calendar = Calendar._unconditionallyBridgeFromObjectiveC(self)
    return Mirror(
      calendar,
      children: [
        "identifier": calendar.identifier,
        "locale": calendar.locale as Any,
        "timeZone": mirror(of: calendar.timeZone),
        "firstWeekday": calendar.firstWeekday,
        "minimumDaysInFirstWeek": calendar.minimumDaysInFirstWeek,
      ], displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension NSIndexPath: CustomDumpRepresentable {
  /// The indices.
  public var customDumpValue: Any { Array(IndexPath._unconditionallyBridgeFromObjectiveC(self)) }
}

@_documentation(visibility: internal)
extension NSIndexSet: CustomDumpReflectable {
  /// A mirror of the ranges.
  public var customDumpMirror: Mirror {
    let set = IndexSet._unconditionallyBridgeFromObjectiveC(self)
    return Mirror(set, children: ["ranges": Array(set.rangeView)], displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension NSLocale: CustomDumpRepresentable {
  /// The locale.
  public var customDumpValue: Any { Locale._unconditionallyBridgeFromObjectiveC(self) }
}

@_documentation(visibility: internal)
extension NSMeasurement: CustomDumpReflectable {
  /// A mirror of the number and the symbol of the unit.
  public var customDumpMirror: Mirror {
    Mirror(
      Measurement(value: doubleValue, unit: unit),
      children: ["value": doubleValue, "unit": unit.symbol], displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension NSNotification: CustomDumpReflectable {
  /// A mirror of the name and, if they exist, the object and the user info.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("name", name.rawValue)]
    if let object { children.append(("object", object)) }
    if let userInfo { children.append(("userInfo", userInfo)) }
    return Mirror(Notification(name: name), children: children, displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension NSNull: CustomDumpStringConvertible {
  /// The type name.
  public var customDumpDescription: String { "NSNull()" }
}

@_documentation(visibility: internal)
extension NSRange: CustomDumpStringConvertible {
  /// The range as written in code.
  public var customDumpDescription: String { Range(self)?.description ?? "NSRange(NSNotFound)" }
}

@_documentation(visibility: internal)
extension NSTimeZone: CustomDumpReflectable {
  /// A mirror of the identifier and of the offset now.
  public var customDumpMirror: Mirror {
    mirror(of: TimeZone._unconditionallyBridgeFromObjectiveC(self)).customDumpMirror
  }
}

@_documentation(visibility: internal)
extension NSURLComponents: CustomDumpReflectable {
  /// A mirror of the components that exist.
  public var customDumpMirror: Mirror {
    let components = URLComponents._unconditionallyBridgeFromObjectiveC(self)
    let children: [(label: String?, value: Any?)] = [
      ("scheme", scheme), ("user", user), ("password", password), ("host", host), ("port", port),
      ("path", path), ("queryItems", queryItems), ("fragment", fragment),
    ]
    return Mirror(
      components, children: children.compactMap { child in child.value.map { (child.label, $0) } },
      displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension NSURLQueryItem: CustomDumpRepresentable {
  /// The name and the value.
  public var customDumpValue: Any { URLQueryItem(name: name, value: value) }
}

private struct MirroredTimeZone: CustomDumpReflectable {
  let customDumpMirror: Mirror
}

private func mirror(of timeZone: TimeZone) -> MirroredTimeZone {
  MirroredTimeZone(
    customDumpMirror: Mirror(
      timeZone,
      children: [
        "identifier": timeZone.identifier,
        "abbreviation": timeZone.abbreviation() as Any,
        "secondsFromGMT": timeZone.secondsFromGMT(),
        "isDaylightSavingTime": timeZone.isDaylightSavingTime(),
      ], displayStyle: .struct))
}
