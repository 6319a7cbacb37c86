import CaromDocuments
import Testing

@Suite("Numbers")
struct NumberTests {
  @Test("Numbers of any length are rounded to the nearest Double")
  func roundsCorrectly() throws {
    let texts = [
      "0", "-0", "0.1", "9007199254740993", "9007199254740992.9999999999999999999999999999",
      "123456789012345678901234567890", "1e22", "1e23", "8.5e22", "2.2250738585072011e-308",
      "4.9e-324", "2e-324", "1.7976931348623157e308", "0.000000000000000000000000000000001",
      "179769313486231570000000000000000000000", "3.141592653589793238462643383279502884197",
      "1e-400", "5e-1", "0e999", "12345678901234567890e-10",
    ]
    for text in texts {
      let json = try JSON.parse(text)
      #expect(json.double?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("Random Doubles and Floats survive writing and reading bit for bit")
  func roundTrips() throws {
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let double = Double(bitPattern: state)
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: state >> 20))
      if double.isFinite {
        #expect(try JSON.parse(numberText(double)).double?.bitPattern == double.bitPattern)
      }
      if float.isFinite {
        #expect(try JSON.parse(numberText(float)).float?.bitPattern == float.bitPattern)
      }
    }
  }

  @Test("A Float is rounded once, not first to a Double")
  func roundsFloatsOnce() throws {
    // Slightly above the midpoint of 1 and the next Float; as a Double it is the midpoint, which
    // ties to 1.
    let text = "1.00000005960464477539062501"
    #expect(Float(Double(text) ?? 0) == 1)
    #expect(try JSON.parse(text).float == Float(1).nextUp)
  }

  @Test("Integers beyond 2⁵³ stay exact")
  func wholeNumbers() throws {
    #expect(try JSON.parse("18446744073709551615").integer(UInt64.self) == .max)
    #expect(try JSON.parse("18446744073709551616").integer(UInt64.self) == nil)
    #expect(try JSON.parse("9007199254740993").integer(Int64.self) == 9_007_199_254_740_993)
    #expect(try JSON.parse("3.5").integer(Int32.self) == nil)
    #expect(try JSON.parse("1e3").integer(Int32.self) == 1000)
    #expect(try JSON.parse("-1").integer(UInt32.self) == nil)
  }

  @Test("Integers are written without a point, and values that are not finite as null")
  func writing() {
    #expect(numberText(Float(3)) == "3")
    #expect(numberText(Float(-0.0)) == "-0")
    #expect(numberText(Float(0.1)) == "0.1")
    #expect(numberText(1e300) == "1e+300")
    #expect(numberText(Double.nan) == "null")
    #expect(numberText(-Float.infinity) == "null")
  }
}
