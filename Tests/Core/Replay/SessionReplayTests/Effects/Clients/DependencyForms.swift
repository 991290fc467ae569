import ComposableArchitecture
import DependencyInjection
import Foundation

// Dependencies of many types, each with a property of its own.

protocol TestBank: Sendable {
  func balance() async -> Int
}

struct MethodBank: TestBank {
  init() {}
  func balance() -> Int { 7 }
}

struct RemoteBank: TestBank {
  let address = "example.com"
  func balance() -> Int { address.count }
}

final class ClassBank: TestBank, Equatable {
  func balance() -> Int { 7 }
  static func == (one: ClassBank, other: ClassBank) -> Bool { one === other }
}

actor ActorBank: TestBank {
  func balance() -> Int { 7 }
}

struct HolderBank: Sendable {
  var storage = ClassBank()
}

struct EquatableBank: Equatable, Sendable {
  var storage = ClassBank()
}

enum BankChoice: Sendable {
  case none
  case other(any TestBank)

  func balance() async -> Int {
    switch self {
    case .none: 0
    case .other(let bank): await bank.balance()
    }
  }
}

@DependencyClient
struct MixedBank: Sendable {
  var pay: @Sendable (_ amount: Int) async -> Int = { $0 }
  var storage = ClassBank()
}

struct DataSettings: Equatable, Sendable {
  var retries = 3
  var addresses: [URL] = []
}

struct CodableSettings: Codable, Sendable {
  var retries = 3
}

enum DataMode: Sendable { case slow, fast }

enum DataSource: Equatable, Sendable {
  case none
  case file(URL)
}

extension DependencyValues {
  @DependencyEntry var protocolBank: any TestBank = MethodBank()
  @DependencyEntry var optionalBank: (any TestBank)? = MethodBank()
  @DependencyEntry var bankList: [any TestBank] = [MethodBank()]
  @DependencyEntry var classBank: ClassBank = ClassBank()
  @DependencyEntry var actorBank: ActorBank = ActorBank()
  @DependencyEntry var decoder: JSONDecoder = JSONDecoder()
  @DependencyEntry var holderBank: HolderBank = HolderBank()
  @DependencyEntry var equatableBank: EquatableBank = EquatableBank()
  @DependencyEntry var methodBank: MethodBank = MethodBank()
  @DependencyEntry var remoteBank: RemoteBank = RemoteBank()
  @DependencyEntry var bankChoice: BankChoice = .other(MethodBank())
  @DependencyEntry var closureBank: @Sendable () -> Int = { 7 }
  @DependencyEntry var bankType: MethodBank.Type = MethodBank.self
  @DependencyEntry var mixedBank: MixedBank = MixedBank()
  @DependencyEntry var orderIDs: UUIDGenerator = .incrementing
  @DependencyEntry var ticker: any Clock<Duration> = ImmediateClock()
  @DependencyEntry var namedClock: ContinuousClock = ContinuousClock()

  @DependencyEntry var limit: Int = 3
  @DependencyEntry var title: String = "abc"
  @DependencyEntry var address: URL = URL(fileURLWithPath: "/a")
  @DependencyEntry var settings: DataSettings = DataSettings()
  @DependencyEntry var codableSettings: CodableSettings = CodableSettings()
  @DependencyEntry var mode: DataMode = .slow
  @DependencyEntry var source: DataSource = .none
  @DependencyEntry var table: [String: [DataSettings?]] = [:]
  @DependencyEntry var optionalLimit: Int? = 4
  @DependencyEntry var pair: (Int, String) = (1, "a")
  @DependencyEntry var shopLocale: Locale = Locale(identifier: "en_US")
  @DependencyEntry var shopCalendar: Calendar = Calendar(identifier: .gregorian)
  @DependencyEntry var shopTimeZone: TimeZone = .gmt
}
