import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Tests that compile files with the macros of the current build.
  @Suite("Parts that cannot be recorded")
  struct UnrecordablePartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("An unrecordable property is one error at the author's line, with its name and a remedy")
    func property() throws {
      #expect(
        try errors(
          """
          struct Plain: Equatable { var x = 1 }

          @Recordable
          struct Settings: Equatable {
            var volume = 1

            var plain: [Plain]
            var name: String
          }
          """) == [
            """
            9: 'plain' cannot be recorded; add '@Recordable' to 'Plain', or write \
            'extension Plain: CodableRecordable {}' if it is 'Codable'
            """
          ])
    }

    @Test("A property with an inferred type or a former name is one error")
    func history() throws {
      #expect(
        try errors(
          """
          struct Plain { var x = 1 }

          @Recordable
          private struct Settings {
            var inferred = Plain()
            @RecordedAs("older")
            var renamed: Plain = Plain()
            @Shared(.inMemory("shared")) var shared = Plain()
          }
          """
        ).map { String($0.prefix(16)) } == [
          "7: 'inferred' ca", "9: 'renamed' can", "10: 'shared' can",
        ])
    }

    @Test("An associated value is one error at its own line")
    func payload() throws {
      #expect(
        try errors(
          """
          struct Plain { var x = 1 }

          @Reducer(.recordable)
          struct Feature {
            struct State { var count = 0 }
            enum Action {
              case tapped
              case loaded(
                id: Int,
                Plain
              )
              case chosen(item: Plain = Plain())
            }
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
          """
        ).map { String($0.prefix(40)) } == [
          "12: the value of 'loaded' cannot be reco", "14: 'item' of 'chosen' cannot be recorde",
        ])
    }

    @Test("A result of Void is recorded in a case, and rejected elsewhere")
    func voidResult() throws {
      #expect(
        try errors(
          """
          @Recordable
          struct Upload {
            var result: Result<Void, any Error>?
          }

          @Recordable
          enum Action {
            case saved(Result<Void, any Error>)
            case done(Result<(), CancellationError>, after: Int)
            case all([Result<Void, any Error>])
          }
          """
        ) == [
          "5: 'result' cannot be recorded; use an enumeration in place of "
            + "'Result<Void, any Error>?'",
          "12: the value of 'all' cannot be recorded; use an enumeration in place of "
            + "'[Result<Void, any Error>]'",
        ])
    }

    @Test("A feature that isn't recordable is an error where a recordable feature presents it")
    func feature() throws {
      let child = """
        @Reducer
        struct Child {
          struct State { var count = 0 }
          @Recordable enum Action { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        @Reducer(.recordable)

        """
      let enumeration = try errors(
        child + "enum Destination {\n  case none\n  case child(Child)\n}")
      #expect(
        enumeration == [
          "13: the state of 'child' cannot be recorded; write '@Reducer(.recordable)' at 'Child'"
        ])
      let presenting = try errors(
        child + """
          struct Parent {
            struct State {
              @Presents var child: Child.State?
            }
            enum Action { case child(PresentationAction<Child.Action>) }
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
          """)
      #expect(
        presenting == ["13: 'child' cannot be recorded; write '@Reducer(.recordable)' at 'Child'"])
    }

    @Test("Types with recordable parts compile")
    func recordable() throws {
      #expect(
        try errors(
          """
          @Recordable struct Settings<Part> { var volume = 1; var dates: [Date]?; var part: Part }
          @Recordable enum Empty {}
          @Recordable enum Choice<Part> { case empty(Empty), never(Never), part(Part) }
          """) == [])
    }

    /// Returns the errors in a file, each with its line and the message of the unavailable
    /// function.
    ///
    /// Errors in other files or in expansions are returned in full.
    private func errors(_ source: String) throws -> [String] {
      let source = "import ComposableArchitecture\nimport Foundation\n" + source
      let file = try folder.write(source, as: "Fixture.swift")
      return try compile(file).split(separator: "\n").filter {
        $0.contains("error: ") || $0.contains("warning: ")
      }.map {
        line in
        guard let separator = line.range(of: ": error: "), line.hasPrefix("\(file):"),
          let number = line[..<separator.lowerBound].dropFirst(file.count + 1).split(separator: ":")
            .first
        else { return String(line) }
        let message = line[separator.upperBound...]
        let ours = "'recording' is unavailable: "
        return "\(number): \(message.hasPrefix(ours) ? message.dropFirst(ours.count) : message)"
      }
    }

    /// Returns the output of compiling a file with the modules and macros of the current build.
    private func compile(_ file: String) throws -> String {
      let runner = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
      let build = URL(fileURLWithPath: runner).deletingLastPathComponent().path
      let core = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Core/Recording").path
      let plugin = "ComposableArchitectureMacros"
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        [
          "swiftc", "-emit-object", file, "-o", folder.file("Fixture.o"), "-parse-as-library",
          "-swift-version", "6", "-diagnostic-style=llvm", "-I", "\(build)/Modules",
          "-I", "\(build)/CQueueBlocks.build", "-I", "\(build)/CSystem.build",
          "-load-plugin-executable", "\(build)/\(plugin)-tool#\(plugin)",
          "-Xcc", "-fmodule-map-file=\(core)/CZlib/module.modulemap",
        ]
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: output, as: UTF8.self)
    }
  }
#endif
