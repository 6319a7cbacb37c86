// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "mini-golf",
  products: [
    .library(name: "MiniGolfKit", targets: ["MiniGolfKit"]),
    .executable(name: "mini-golf", targets: ["mini-golf"]),
  ],
  dependencies: [
    // Without the trait "Driver", the HTTP server of carom-driver is left out.
    .package(name: "carom", path: "../../..", traits: ["CommandLine"])
  ],
  targets: [
    // The game: rules, bot, page object and Gherkin steps.
    .target(
      name: "MiniGolfKit",
      dependencies: [
        .product(name: "Carom", package: "carom"),
        .product(name: "CaromAutomation", package: "carom"),
      ]),
    // The program: all commands of carom, for this game.
    .executableTarget(
      name: "mini-golf",
      dependencies: ["MiniGolfKit", .product(name: "CaromTool", package: "carom")]),
    .testTarget(
      name: "MiniGolfTests",
      dependencies: [
        "MiniGolfKit",
        .product(name: "Carom", package: "carom"),
        .product(name: "CaromAutomation", package: "carom"),
        .product(name: "CaromTesting", package: "carom"),
      ],
      exclude: ["Features", "Goldens"]),
  ]
)
