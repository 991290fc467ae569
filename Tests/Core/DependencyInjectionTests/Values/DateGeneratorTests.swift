import DependencyInjection
import Foundation
import Testing

struct DateGeneratorTests {
  let epoch = Date(timeIntervalSince1970: 0)

  @Test("A constant date stands still")
  func constant() {
    let date = DateGenerator.constant(epoch)
    #expect([date(), date.now] == [epoch, epoch])
  }

  @Test("A date that is assigned is constant")
  func assigned() {
    var date = DateGenerator.constant(.distantPast)
    date.now = epoch
    #expect(date() == epoch)
  }
}
