import Foundation

#if os(Linux)
  import Glibc

  /// Measures the compilation of features.
  @MainActor
  enum BuildFigures {
    private static let count = 30

    /// Measures the processor seconds of the compiler and its macros for a file of features.
    static func features(in folder: String) throws -> Figure {
      var macros = BestOfRuns()
      var plain = BestOfRuns()
      repeat {
        macros.add(try seconds(toCompile: source(hasMacros: true), in: folder))
        plain.add(try seconds(toCompile: source(hasMacros: false), in: folder))
      } while !macros.isComplete
      return Figure(
        "build.features", macros.value, unit: "s",
        Yardstick("the same file without macros", plain.value), .ratio(atMost: 3.5))
    }

    private static func source(hasMacros: Bool) -> String {
      let features = (0..<count).map { number in
        """
        \(hasMacros ? "@Reducer" : "")
        struct Feature\(number)\(hasMacros ? "" : ": Reducer") {
          \(hasMacros ? "@ObservableState" : "")
          struct State: Equatable {
            var count = 0
            var text = ""
            var isOn = false
          }

          enum Action: Equatable {
            case tapped
            case renamed(String)
            case loaded(Int)
          }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped: return .run { send in await send(.loaded(1)) }
              case .renamed(let text): state.text = text
              case .loaded(let count): state.count = count
              }
              return .none
            }
          }
        }

        """
      }
      return "import ComposableArchitecture\n" + features.joined()
    }

    /// Returns the processor seconds to compile a source with the modules of this build.
    private static func seconds(toCompile source: String, in folder: String) throws -> Double {
      let file = "\(folder)/Features.swift"
      try Data(source.utf8).write(to: URL(fileURLWithPath: file))
      let build = URL(fileURLWithPath: Subprocess.sibling("")).path
      let headers = try FileManager.default.contentsOfDirectory(atPath: build)
        .map { "\(build)/\($0)/module.modulemap" }
        .filter { FileManager.default.fileExists(atPath: $0) }
      let start = childSeconds
      try Subprocess.run(
        "/usr/bin/env",
        [
          "swiftc", "-parse-as-library", "-c", file, "-o", "\(folder)/Features.o",
          "-I", "\(build)/Modules", "-load-plugin-executable",
          "\(Subprocess.sibling("ComposableArchitectureMacros-tool"))#ComposableArchitectureMacros",
        ] + headers.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] })
      return childSeconds - start
    }

    /// The processor seconds of all child processes that have ended.
    private static var childSeconds: Double {
      var usage = rusage()
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      let times = [usage.ru_utime, usage.ru_stime]
      return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
  }
#endif
