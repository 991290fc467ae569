import DependencyInjection
import Foundation
import Testing

struct DateGeneratorTests {
  let epoch = Date(timeIntervalSince1970: 0)

  @Test("A constant date generator always returns the same date")
  func constant() {
    let date = DateGenerator.constant(epoch)
    #expect([date(), date.now] == [epoch, epoch])
  }

  @Test("Assigning the date makes it constant")
  func assigned() {
    var date = DateGenerator.constant(.distantPast)
    date.now = epoch
    #expect(date() == epoch)
  }
}
