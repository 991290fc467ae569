import Counter
import Testing

@Suite("Ordinal numbers")
struct OrdinalTests {
  @Test(
    "The suffix depends on the last two digits",
    arguments: [
      (0, "0th"), (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (9, "9th"), (10, "10th"),
      (11, "11th"), (12, "12th"), (13, "13th"), (14, "14th"), (20, "20th"), (21, "21st"),
      (22, "22nd"), (23, "23rd"), (101, "101st"), (111, "111th"), (112, "112th"), (113, "113th"),
      (121, "121st"), (1_002, "1002nd"), (-1, "-1st"), (-12, "-12th"),
      (.max, "9223372036854775807th"), (.min, "-9223372036854775808th"),
    ])
  func endings(number: Int, ordinal: String) {
    #expect(number.ordinal == ordinal)
  }
}
