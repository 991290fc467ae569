/// The types of Apple's frameworks whose conformances and subclasses show something.
enum InterfaceNames {
  /// Whether a type that inherits from `name` is a part of the user interface.
  static func contains(_ name: String) -> Bool {
    names.contains(name) || styles.contains { name.hasSuffix($0) }
      || (kitPrefixes.contains { name.hasPrefix($0) }
        && kitSuffixes.contains { name.hasSuffix($0) })
  }

  /// Whether a declaration with this type after `some` or `any` is a part of the user interface.
  static func isResult(_ name: String) -> Bool { results.contains(name) }

  private static let names = Set(
    """
    Animatable AnimatableModifier App AppIntent AppShortcutsProvider AppDelegate \
    AppIntentTimelineProvider ChartContent Commands CustomAnimation DropDelegate \
    DynamicViewContent EnvironmentKey FocusedValueKey GeometryEffect Gesture \
    InsettableShape IntentTimelineProvider Layout LayoutValueKey NSApplicationDelegate \
    NSHostingController NSResponder NSView NSViewController NSWindowController \
    ObservableObject PreferenceKey PreviewModifier PreviewProvider Scene Shape \
    TableRowContent TextRenderer TimelineEntry TimelineProvider ToolbarContent \
    UIApplicationDelegate UIControl UIHostingController UIResponder UIScene UISceneDelegate \
    UIView UIViewController UIWindowSceneDelegate View ViewModifier WKInterfaceController \
    Widget WidgetBundle WidgetConfiguration XCUIApplication
    """.split(separator: " ").map(String.init))
  private static let styles = [
    "ButtonStyle", "Representable", "LabelStyle", "ListStyle", "MenuStyle", "ProgressViewStyle",
    "ShapeStyle", "TextFieldStyle", "ToggleStyle", "GroupBoxStyle", "PickerStyle", "GaugeStyle",
    "DisclosureGroupStyle", "NavigationViewStyle", "TextEditorStyle", "FormStyle",
  ]
  private static let kitPrefixes = ["UI", "NS", "MK", "SK", "AR", "WK"]
  private static let kitSuffixes = [
    "View", "ViewController", "Cell", "Button", "Control", "Window",
  ]
  private static let results: Set = [
    "View", "Scene", "ViewModifier", "Shape", "Gesture", "ToolbarContent", "Commands",
    "ChartContent", "WidgetConfiguration", "TableRowContent", "ShapeStyle", "AppShortcutsProvider",
    "UIViewController", "UIView", "InsettableShape", "TabContent", "CustomizableToolbarContent",
  ]

  /// Attributes whose declarations build views.
  static let builders: Set = [
    "ViewBuilder", "SceneBuilder", "ToolbarContentBuilder", "CommandsBuilder",
    "ChartContentBuilder",
    "WidgetBundleBuilder", "AppShortcutsBuilder", "TableRowBuilder", "TabContentBuilder",
  ]

  /// Attributes that only Apple's systems know, and that can go alone.
  static let attributes: Set = [
    "GKInspectable", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "IBSegueAction",
    "NSApplicationMain", "NSCopying", "NSManaged", "UIApplicationMain", "main", "objc",
    "objcMembers", "nonobjc", "Previewable", "ViewBuilder",
  ]
}
