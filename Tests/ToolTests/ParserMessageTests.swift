import Foundation
import TestSupport
import Testing

// Symptom: `play --scale 3` said the same thing three times: "The value '3' is invalid for
// '--scale <scale>': --scale: '3' is not a scale". Cause: the argument parser puts a sentence of
// its own before the reason of every option that converts its value.
@Suite("Messages about values of options")
struct ParserMessageTests {
  @Test(
    "A value that an option does not accept is named once",
    arguments: [
      (["play", "--scale", "3"], "--scale: '3' is not a scale; a number from 0.1 to 1 is"),
      (["play", "--fps", "x"], "--fps: 'x' is not a frame rate; a whole number from"),
      (["play", "--size", "9"], "--size: '9' is not a size; a width and a height such as"),
      (["run", "--ticks", "1.5"], "--ticks: '1.5' is not a whole number in digits; a whole"),
      (["run", "--ticks", ""], "--ticks: the number is missing; a whole number"),
      (["render", "--debug", "shape"], "--debug: unknown name 'shape'; did you mean 'shapes'?"),
      (["test", "--shard", "5/4"], "--shard: '5/4' is not a shard; a number and a count"),
    ])
  func values(arguments: [String], message: String) throws {
    let run = try SampleProgram.run(arguments)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("SampleProgram: \(message)"), "\(run.errors)")
    #expect(run.errors.contains("\nUsage: "), "\(run.errors)")
  }

  @Test("Other messages of the parser stay as they are")
  func others() throws {
    let run = try SampleProgram.run(["render", "--show", "red", "-o", "x.png"])
    #expect(run.errors.hasPrefix("SampleProgram: The value 'red' is invalid for '--show <kind>'"))
    #expect(run.errors.contains("color"), "\(run.errors)")
  }
}
