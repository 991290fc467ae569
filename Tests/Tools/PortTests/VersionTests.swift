import Testing

@testable import Port

@Test func placeholder() {}
