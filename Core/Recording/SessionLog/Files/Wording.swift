import Platform

/// Returns a number with thousands separators, such as `1,234`.
package func grouped(_ number: some BinaryInteger) -> String {
  var text = ""
  for (position, digit) in String(number).reversed().enumerated() {
    if position > 0, position % 3 == 0, digit != "-" { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}

/// Returns a number of steps with its unit, such as `1 step` or `8,192 steps`.
package func steps(_ count: UInt64) -> String {
  count == 1 ? "1 step" : "\(grouped(count)) steps"
}

package func shellWord(_ path: String) -> String {
  let plain = path.unicodeScalars.allSatisfy {
    $0.properties.isAlphabetic || $0.properties.numericType != nil
      || "/._-+,:@%".unicodeScalars.contains($0)
  }
  guard !plain || path.isEmpty else { return path }
  // In this form, a shell converts escape sequences to bytes.
  let opening = path.unicodeScalars.contains { $0.unreadableByte != nil } ? "$'" : "'"
  return opening
    + path.visible.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "'\\''") + "'"
}
