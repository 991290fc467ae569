import Dependencies
import Foundation
import Testing

/// A client whose test value reads a different dependency when it is created.
private struct Letter: TestDependencyKey {
  let signature: String

  static var testValue: Letter {
    @Dependency(\.greeter) var greeter
    return Letter(signature: greeter.name)
  }
}

/// A client without a live value, which counts for as long as its value is kept.
private struct Tally: TestDependencyKey {
  let count = LockIsolated(0)
  static var testValue: Tally { Tally() }
}

/// A client that reports each test that does not override it.
private struct Database: TestDependencyKey {
  var name = "memory"

  static var testValue: Database {
    if shouldReportUnimplemented { reportIssue("The test has no database.") }
    return Database()
  }
}

private protocol Speaker: Sendable {}
private struct Loud: Speaker { let volume = 11 }
private struct Quiet: Speaker {}

private enum SpeakerKey: DependencyKey {
  static let liveValue: any Speaker = Quiet()
  static let testValue: any Speaker = Loud()
}

extension DependencyValues {
  fileprivate var speaker: any Speaker {
    get { self[SpeakerKey.self] }
    set { self[SpeakerKey.self] = newValue }
  }
}

/// Tests how default values are computed, kept and reported.
struct DefaultValueTests {
  private final class Desk {
    @Dependency(Letter.self) var letter
  }

  private struct Card: DependencyKey {
    let name: String

    static var liveValue: Card {
      @Dependency(\.greeter) var greeter
      return Card(name: greeter.name)
    }
  }

  @Test("A test value sees the overrides of its first reader, and keeps them")
  func overridesOfFirstReader() {
    @Dependency(Letter.self) var letter
    withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      #expect(letter.signature == "Blob")
    }
    #expect(letter.signature == "Blob")
  }

  @Test("A test value sees the overrides that its first reader captured")
  func capturedOverrides() {
    let desk = withDependencies {
      $0.greeter.name = "Blob"
    } operation: {
      Desk()
    }
    #expect(desk.letter.signature == "Blob")
  }

  @Test("A live value ignores the overrides of its first reader")
  func liveValue() {
    @Dependency(Card.self) var card
    withDependencies {
      $0.context = .live
      $0.greeter.name = "Blob"
    } operation: {
      #expect(card.name == "live")
    }
  }

  @Test("New dependency values have defaults of their own")
  func newValues() {
    @Dependency(Tally.self) var tally
    tally.count.setValue(1)
    for values in [DependencyValues(), .test] {
      withDependencies {
        $0 = values
      } operation: {
        #expect(tally.count.value == 0)
        tally.count.setValue(2)
        #expect(tally.count.value == 2)
      }
    }
    #expect(tally.count.value == 1)
  }

  @Test("Each read of a missing live value is reported, and its substitute is kept")
  func missingLiveValue() {
    @Dependency(Tally.self) var tally
    withDependencies {
      $0.context = .live
    } operation: {
      withKnownIssue { tally.count.setValue(3) }
      withKnownIssue { #expect(tally.count.value == 3) }
    }
    #expect(tally.count.value == 0)
  }

  @Test("Reading a missing live value to assign dependencies is not reported")
  func assignment() {
    @Dependency(Tally.self) var tally
    withDependencies {
      $0.context = .live
    } operation: {
      withDependencies {
        $0[Tally.self].count.setValue(4)
        #expect(tally.count.value == 4)
      } operation: {
        withKnownIssue { #expect(tally.count.value == 4) }
      }
    }
  }

  @Test("A test value knows whether it is used or replaced")
  func useOrReplacement() {
    @Dependency(Database.self) var database
    withKnownIssue { #expect(database.name == "memory") }
    withDependencies {
      $0[Database.self] = Database(name: "file")
    } operation: {
      #expect(database.name == "file")
    }
  }

  @Test("A dependency that was read is prepared in previews only", arguments: [true, false])
  func preparation(isPreview: Bool) {
    withDependencies {
      $0.context = isPreview ? .preview : .live
    } operation: {
      @Dependency(\.greeter) var greeter
      let old = greeter.name
      withKnownIssue {
        prepareDependencies { $0.greeter.name = "prepared" }
      } when: {
        !isPreview
      }
      #expect(greeter.name == (isPreview ? "prepared" : old))
    }
  }

  @Test("Each test has a notification center of its own")
  func notificationCenter() {
    @Dependency(\.notificationCenter) var center
    #expect(center !== NotificationCenter.default)
    @Dependency(\.notificationCenter) var sameCenter
    #expect(center === sameCenter)
  }

  @Test("A dependency is read as a more specific type")
  func specificType() {
    @Dependency(\.speaker, as: Loud.self) var loud
    #expect(loud.volume == 11)
    @Dependency(SpeakerKey.self, as: Loud.self) var loudOfKey
    #expect(loudOfKey.volume == 11)
  }

  @Test("A closure that draws a random number can throw")
  func throwingGenerator() {
    struct Failure: Error {}
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(throws: Failure.self) {
        try withRandomNumberGenerator { generator -> Int in
          _ = generator.next()
          throw Failure()
        }
      }
    }
  }
}
