import ComposableArchitecture
import Foundation
import Testing

struct Translator: Sendable {
  var translate: @Sendable (String) -> String
}

extension Translator: TestDependencyKey {
  static let testValue = Translator { "test \($0)" }
}

package protocol Speaking: Sendable {
  func speak() -> String
}

struct Whisperer: Speaking {
  package func speak() -> String { "…" }
}

struct Shouter: Speaking {
  package func speak() -> String { "!" }
}

extension DependencyValues {
  @DependencyEntry var pageSize = 20
  @DependencyEntry var pageTitle: String = "Untitled"
  @DependencyEntry var subtitle: String?
  @DependencyEntry var translator: Translator
  /// A counter that is visible to other modules.
  @DependencyEntry public var tally: LockIsolated<Int> = LockIsolated(0)
  @DependencyEntry package var speaker: any Speaking = Whisperer()
  @DependencyEntry(liveValue: Shouter(), previewValue: Whisperer())
  fileprivate var host: any Speaking
  @DependencyEntry(liveValue: "Berlin") var city = "Nowhere"
  @DependencyEntry(previewValue: "Rome") var capital = "Nowhere"
  @DependencyEntry("CountryKey") package var country = "Nowhere"
}

extension DependencyValues.CountryKey: DependencyKey {
  package static let liveValue = "Italy"
}

// This conformance could be in a module that provides the live value.
extension DependencyValues.__Key_speaker: DependencyKey {
  package static let liveValue: any Speaking = Shouter()
}

@MainActor
struct DependencyEntryTests {
  @Dependency(\.pageSize) private var pageSize
  @Dependency(\.pageTitle) private var pageTitle
  @Dependency(\.subtitle) private var subtitle
  @Dependency(\.speaker) private var speaker
  @Dependency(\.tally) private var tally
  @Dependency(\.translator) private var translator

  @Test("The live value of an entry is its default value")
  func live() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(pageSize == 20)
      #expect(pageTitle == "Untitled")
      #expect(subtitle == nil)
      #expect(speaker.speak() == "!")
    }
  }

  @Test("A test can override an entry, or change a part of it in place")
  func overridden() {
    withDependencies {
      $0.pageSize = 1
      $0.pageTitle += ", draft"
      $0.translator.translate = { "ein \($0)" }
    } operation: {
      #expect(pageSize == 1)
      #expect(pageTitle == "Untitled, draft")
      #expect(translator.translate("Haus") == "ein Haus")
    }
  }

  @Test("Reading an entry without a test value reports its name")
  func uncontrolled() {
    withKnownIssue {
      #expect(pageSize == 20)
    } matching: {
      $0.description.contains("@Dependency(\\.pageSize)")
    }
  }

  @Test("The default value of an entry visible to other modules is its test value")
  func shared() {
    #expect(speaker.speak() == "…")
    #expect(translator.translate("Haus") == "test Haus")
  }

  @Test(
    "An entry with arguments has a value for each context",
    arguments: [
      (DependencyContext.live, "!", "Berlin"), (DependencyContext.preview, "…", "Berlin"),
    ])
  func arguments(context: DependencyContext, words: String, expectedCity: String) {
    @Dependency(\.host) var host
    @Dependency(\.city) var city
    #expect(city == "Nowhere")
    withDependencies {
      $0.context = context
    } operation: {
      #expect(host.speak() == words)
      #expect(city == expectedCity)
    }
  }

  @Test("An entry can have a preview value alone, or a key with a name for a live value elsewhere")
  func previewAndKeyName() {
    @Dependency(\.capital) var capital
    @Dependency(\.country) var country
    #expect(capital == "Nowhere" && country == "Nowhere")
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(capital == "Rome")
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(country == "Italy")
    }
  }

  @Test("Each test has a separate value", arguments: 1...2)
  func fresh(run: Int) {
    tally.withValue { $0 += 1 }
    #expect(tally.value == 1)
  }
}

struct ProvidedValuesTests {
  @Test("preferredLocales can be overridden, and fails a test without an override")
  func preferredLocales() {
    @Dependency(\.preferredLocales) var preferredLocales
    let locales = [Locale(identifier: "de_AT"), Locale(identifier: "en_US")]
    withDependencies {
      $0.preferredLocales = locales
    } operation: {
      #expect(preferredLocales == locales)
    }
    withKnownIssue {
      #expect(preferredLocales == [Locale(identifier: "en_US_POSIX")])
    } matching: {
      $0.description.contains("@Dependency(\\.preferredLocales)")
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(!preferredLocales.isEmpty)
    }
  }

  @Test(
    "Work in fireAndForget inherits the dependencies of its caller",
    arguments: [DependencyContext.live, .test])
  func fireAndForgetDependencies(context: DependencyContext) async {
    let seen = AsyncStream<UUID>.makeStream()
    await withDependencies {
      $0.context = context
      $0.uuid = .constant(UUID(7))
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        @Dependency(\.uuid) var uuid
        seen.continuation.yield(uuid())
        seen.continuation.finish()
      }
    }
    var ids: [UUID] = []
    for await id in seen.stream { ids.append(id) }
    #expect(ids == [UUID(7)])
  }

  @Test("Work in fireAndForget is not canceled with its caller")
  func fireAndForgetCancellation() async {
    let isCanceled = LockIsolated<Bool?>(nil)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget { isCanceled.setValue(Task.isCancelled) }
    }
    await task.value
    #expect(isCanceled.value == false)
  }
}
