import Port
import Testing

@Suite("Parts that are left out without a build")
struct BlankingTests {
  @Test(
    "A declaration that shows something goes, and each line stays",
    arguments: [
      "struct A: View { var body: some View { Text(\"é\") } }",
      "struct A: PreviewProvider { static var previews: some View { Text(\"\") } }",
      "final class A: UIViewController { let x = 1 }",
      "struct A: UIViewRepresentable { let x = 1 }",
      "struct A: SwiftUI.View { let x = 1 }",
      "extension B: View { var body: some View { Text(\"\") } }",
      "extension View { func a() -> Int { 1 } }",
      "#Preview { Text(\"\") }",
      "func a() -> some View { Text(\"\") }",
      "@ViewBuilder var a: Text { Text(\"\") }",
      "import SwiftUI",
      "struct A: ButtonStyle { let x = 1 }",
      "@main\nstruct A: App { var body: some Scene { WindowGroup {} } }",
    ])
  func interface(_ text: String) {
    let trial = Trial("let before = 1\n\(text)\nlet after = 2")
    let blank = String(repeating: "\n", count: text.filter { $0 == "\n" }.count)
    #expect(trial.text() == "let before = 1\n\(blank)\nlet after = 2")
  }

  @Test(
    "A declaration that shows nothing stays",
    arguments: [
      "struct A: Equatable { var view = 1 }",
      "enum Action { enum View { case tapped } }",
      "struct A { enum View { case tapped }\n  var last: View? }",
      "func a() -> some Collection { [1] }",
      "class A: NSObject {}",
      "import Foundation",
    ])
  func features(_ text: String) {
    #expect(Trial(text).text() == text)
  }

  @Test("A type of the app that is named like one of a framework hides it")
  func ownNames() {
    let text = "protocol Shape { var area: Int { get } }\nstruct Square: Shape { var area = 1 }"
    #expect(Trial(text).text() == text)
  }

  @Test("A view goes with the classes between it and the framework")
  func inherited() {
    let trial = Trial("class A: UIView {}\nclass B: A {}\nprotocol C: View {}\nstruct D: C {}")
    #expect(trial.text() == "\n\n\n")
  }

  @Test("A view that contains a reducer loses its members, and the reducer stays")
  func nestedReducers() {
    let trial = Trial(
      """
      struct A: View {
        @Reducer struct B { struct State {} }
        let c = 1
        var body: some View { Text("") }
        struct D: View { let e = 1 }
      }
      """)
    #expect(
      trial.text() == """
        struct A       {
          @Reducer struct B { struct State {} }



        }
        """)
  }

  @Test("An attribute of Apple's systems goes alone")
  func attributes() {
    let trial = Trial("@objc func a() {}\n@MainActor func b() {}")
    #expect(trial.text() == "      func a() {}\n@MainActor func b() {}")
  }

  @Test("A character of several bytes leaves as many spaces, so that columns of bytes stay")
  func bytes() {
    let trial = Trial("#Preview { \"é\" }; let a = 1")
    #expect(trial.text() == "                 ; let a = 1")
  }

  @Test("A condition that only holds on Apple's systems holds for a reducer")
  func conditions() {
    let feature = "@Reducer struct A {}"
    for condition in ["os(iOS)", "canImport(UIKit)", "!os(Linux)", "os(iOS) || os(macOS)"] {
      let source = AppSource(path: "/a", text: "#if \(condition)\n\(feature)\n#endif")
      let first = compilingFeatures(source).text.split(separator: "\n")[0]
      #expect(first.hasPrefix("#if true"), "\(condition)")
      #expect(first.utf8.count == condition.utf8.count + 4)
    }
    let kept = [
      "#if os(iOS)\nlet a = 1\n#endif", "#if DEBUG\n\(feature)\n#endif",
      "#if os(iOS)\nextension Values { var a: A { A() } }\n#endif",
      "#if os(iOS)\nenum AKey: DependencyKey {}\n#else\nlet a = 1\n#endif",
    ]
    for text in kept {
      #expect(compilingFeatures(AppSource(path: "/a", text: text)).text == text)
    }
  }

  @Test(
    "The bundle of the module takes the place of Foundation's macro",
    arguments: [
      ("let a = T(\"b\", bundle: #bundle)", "let a = T(\"b\", bundle: .module)"),
      ("f(#bundle, 1)", "f(.module, 1)"), ("let a = #bundle", "let a = Bundle.module"),
      ("let a = #bundle.url(b)", "let a = Bundle.module.url(b)"),
      ("let a = \"#bundle\" // #bundle", "let a = \"#bundle\" // #bundle"),
      ("let a = #bundles(b)", "let a = #bundles(b)"),
    ])
  func bundles(text: String, expected: String) {
    #expect(AppSource(path: "/a", text: text).replacingBundles().text == expected)
  }

  @Test(
    "A condition that only holds on Apple's systems holds for a dependency",
    arguments: [
      "extension DependencyValues { var a: A { get { self[A.self] } } }",
      "extension Dependencies.DependencyValues { @DependencyEntry var a = 1 }",
      "private enum AKey: DependencyKey { static let liveValue = 1 }",
      "extension A: TestDependencyKey { static let testValue = A() }",
      "@DependencyClient struct A { var b: () -> Void }",
    ])
  func dependencyConditions(declaration: String) {
    let text = "#if canImport(SafariServices) && canImport(SwiftUI)\n\(declaration)\n#endif"
    let source = compilingFeatures(AppSource(path: "/a", text: text))
    #expect(source.text.hasPrefix("#if true "))
    #expect(source.text.hasSuffix(declaration + "\n#endif"))
  }

  @Test(
    "The first of the clauses of several systems that declare the same thing is compiled",
    arguments: [
      "extension A: DependencyKey { static let liveValue = A() }",
      "@Reducer struct A {}", "struct A: Reducer {}", "private enum AKey: DependencyKey {}",
      "extension DependencyValues { var a: A { get { self[A.self] } } }",
      "extension Dependencies.DependencyValues { @DependencyEntry var a = 1 }",
      "struct B {}\n@DependencyClient struct A { var b: () -> Void }",
    ])
  func clausesOfSystems(declaration: String) {
    func clause(_ condition: String) -> String { "#if \(condition)\n\(declaration)\n#endif" }
    let (mac, phone, other) = (clause("os(macOS)"), clause("os(iOS)"), clause("!os(iOS)"))
    let taken = clause("true     ")
    #expect(compilingFeatures("\(mac)\n\(phone)") == ["\(taken)\n\(phone)"])
    #expect(compilingFeatures(mac, phone) == [taken, phone])
    #expect(compilingFeatures(phone, other) == [phone, other])
    #expect(compilingFeatures(declaration, phone) == [declaration, phone])
  }

  @Test("A case of a switch is compiled if its enumeration declares the case on Linux")
  func switchCases() {
    func text(_ declaration: String, _ condition: String) -> String {
      """
      struct S { enum Tab { case a
        \(declaration) } }
      func f(_ tab: S.Tab) { switch tab { case .a: b()
        #if \(condition)
          case .settings(let c) where c: d()
        #endif
      } }
      """
    }
    let declared = "#if !os(macOS)\ncase settings(Int)\n#endif"
    #expect(compilingFeatures(text(declared, "os(iOS)")) == [text(declared, "true   ")])
    let undeclared = declared.replacing("!os(macOS)", with: "os(iOS)")
    #expect(compilingFeatures(text(undeclared, "os(iOS)")) == [text(undeclared, "os(iOS)")])
  }

  private func compilingFeatures(_ source: AppSource) -> AppSource {
    var declared = source.declarations
    return source.compilingFeatures(in: &declared)
  }

  private func compilingFeatures(_ texts: String...) -> [String] {
    let sources = texts.map { AppSource(path: "/a", text: $0) }
    var declared = sources.reduce(into: Set()) { $0.formUnion($1.declarations) }
    return sources.map { $0.compilingFeatures(in: &declared).text }
  }
}
