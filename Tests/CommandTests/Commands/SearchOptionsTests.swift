import Foundation
import Testing

@Suite("The options that fuzz, solve and generate share")
struct SearchOptionsTests {
  private static let commands = ["fuzz", "solve", "generate"]

  @Test("Each of the commands refuses the same numbers with the same words")
  func refused() throws {
    for (option, value, reason) in [
      ("--seed", "-1", "'-1' is negative; a whole number from 0 to 18446744073709551615"),
      ("--budget", "0", "'0' is out of range; a whole number from 1 to 1000000000000"),
      ("--ticks", "0", "'0' is out of range; a whole number from 1 to 1000000000"),
      ("--threads", "257", "'257' is out of range; a whole number from 1 to 256"),
    ] {
      let errors = try Self.commands.map { command in
        let run = try Program.run(command, "brick-breaker", option, value)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        return run.errors.split(separator: "\n").first { $0.contains(reason) }
      }
      #expect(errors[0] != nil && Set(errors).count == 1, "\(option): \(errors)")
    }
  }

  @Test("The help of each command has them in the same order, with its own defaults")
  func help() throws {
    for (command, budget, ticks) in [
      ("fuzz", "no limit", "3600"), ("solve", "5000000", "14400"), ("generate", "40000", "14400"),
    ] {
      let help = try Program.run(command, "--help").output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      var rest = help[...]
      for (option, text) in [
        ("--seed <seed> The seed of ", "Default: 1."),
        ("--budget <ticks> The number of ticks to simulate, ", "Default: \(budget)."),
        ("--ticks <ticks> The maximum number of ticks of ", "Default: \(ticks)."),
        ("--threads <threads> The number of ", "Default: the number of processors."),
        ("--json Print one JSON object", ""),
      ] {
        let start = try #require(rest.range(of: option), "\(command): \(option)")
        rest = rest[start.upperBound...]
        #expect(text.isEmpty || rest.prefix(120).contains(text), "\(command): \(option)")
      }
    }
  }

  @Test("A budget ends the runs of fuzz with the one that reaches it, on any threads")
  func budget() throws {
    for threads in ["1", "2"] {
      let run = try Program.run(
        "fuzz", "brick-breaker", "--ticks", "100", "--budget", "450", "--threads", threads,
        "--json")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("{\"isFound\":false,\"runs\":5,\"ticks\":500,"), "\(run.output)")
    }
  }

  @Test("The seeds of many levels do not exceed the greatest one")
  func seeds() throws {
    let run = try Program.run(
      "generate", "marble-maze", "--seed", "18446744073709551615", "--count", "2")
    #expect(run.exitCode == 2)
    #expect(
      run.errors.contains("with --count 2, a whole number from 0 to 18446744073709551614 is"),
      "\(run.errors)")
  }
}
