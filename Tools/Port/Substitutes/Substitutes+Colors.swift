extension Substitutes {
  static let colors: [Substitute] = [
    Substitute(
      names: ["Color", "UIColor", "NSColor", "UITraitCollection"],
      text: """
        public struct Color: Hashable, CodableRecordable, Sendable {
          private let name: String
          public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
          public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
            name = "hsb(\\(hue), \\(saturation), \\(brightness), \\(opacity))"
          }
          public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
            name = "rgb(\\(red), \\(green), \\(blue), \\(opacity))"
          }
          public init(white: Double, opacity: Double = 1) { name = "white(\\(white), \\(opacity))" }
          public init(_ color: UIColor) { name = color.description }
          public init(uiColor color: UIColor) { name = color.description }
          public func opacity(_ opacity: Double) -> Color { Color("\\(name) * \\(opacity)") }
          public static let accentColor = Color("accentColor"), black = Color("black")
          public static let blue = Color("blue"), brown = Color("brown"), clear = Color("clear")
          public static let cyan = Color("cyan"), gray = Color("gray"), green = Color("green")
          public static let indigo = Color("indigo"), mint = Color("mint"), orange = Color("orange")
          public static let pink = Color("pink"), primary = Color("primary"), purple = Color("purple")
          public static let red = Color("red"), secondary = Color("secondary")
          public static let teal = Color("teal"), white = Color("white"), yellow = Color("yellow")
        }

        public final class UIColor: NSObject, @unchecked Sendable {
          private let name: String
          public init(named name: String) { self.name = name }
          public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
            name = "rgb(\\(red), \\(green), \\(blue), \\(alpha))"
          }
          public init(dynamicProvider: (UITraitCollection) -> UIColor) {
            name = dynamicProvider(UITraitCollection()).name
          }
          public init(white: CGFloat, alpha: CGFloat) { name = "white(\\(white), \\(alpha))" }
          public override var description: String { name }
          public override func isEqual(_ other: Any?) -> Bool { (other as? UIColor)?.name == name }
          public override var hash: Int { name.hashValue }
          public static let black = UIColor(named: "black"), blue = UIColor(named: "blue")
          public static let clear = UIColor(named: "clear"), gray = UIColor(named: "gray")
          public static let green = UIColor(named: "green"), label = UIColor(named: "label")
          public static let orange = UIColor(named: "orange"), red = UIColor(named: "red")
          public static let purple = UIColor(named: "purple"), white = UIColor(named: "white")
          public static let yellow = UIColor(named: "yellow"), cyan = UIColor(named: "cyan")
          public static let secondaryLabel = UIColor(named: "secondaryLabel")
          public static let systemBackground = UIColor(named: "systemBackground")
          public static let systemGray = UIColor(named: "systemGray")
          public static let systemRed = UIColor(named: "systemRed")
        }
        public typealias NSColor = UIColor

        public final class UITraitCollection: NSObject, @unchecked Sendable {
          public let userInterfaceStyle = UIUserInterfaceStyle.light
        }

        """),
    enumeration("ColorScheme", of: "Hashable, CaseIterable", "light, dark"),
    enumeration("UIUserInterfaceStyle", of: "Int, Codable", "unspecified = 0, light, dark"),
    Substitute(
      names: ["UIImage", "NSImage"],
      text: """
        public final class UIImage: NSObject, Codable, CodableRecordable, @unchecked Sendable {
          private let data: Data
          public var size: CGSize { .zero }
          public var scale: CGFloat { 1 }
          public override init() { data = Data() }
          public init?(data: Data) { self.data = data }
          public init?(systemName name: String) { data = Data(name.utf8) }
          public init?(named name: String) { data = Data(name.utf8) }
          public func pngData() -> Data? { data }
          public func jpegData(compressionQuality: CGFloat) -> Data? { data }
          public override func isEqual(_ other: Any?) -> Bool { (other as? UIImage)?.data == data }
          public override var hash: Int { data.hashValue }
        }
        public typealias NSImage = UIImage

        """),
    Substitute(
      names: ["Image"],
      text: """
        @Recordable public struct Image: Hashable, Codable, Sendable {
          private let name: String
          public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
          public init(systemName: String) { name = systemName }
          public init(uiImage: UIImage) { name = "image" }
        }

        """),
    Substitute(
      names: ["Angle"],
      text: """
        @Recordable public struct Angle: Hashable, Comparable, Codable, Sendable {
          public var radians: Double
          public var degrees: Double {
            get { radians * 180 / .pi }
            set { radians = newValue * .pi / 180 }
          }
          public init() { radians = 0 }
          public init(radians: Double) { self.radians = radians }
          public init(degrees: Double) { radians = degrees * .pi / 180 }
          public static let zero = Angle()
          public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
          public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
          public static func < (one: Angle, other: Angle) -> Bool { one.radians < other.radians }
          public static func + (one: Angle, other: Angle) -> Angle {
            Angle(radians: one.radians + other.radians)
          }
          public static func - (one: Angle, other: Angle) -> Angle {
            Angle(radians: one.radians - other.radians)
          }
          public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
        }

        """),
  ]
}
