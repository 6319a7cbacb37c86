// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "my-game",
  products: [
    .library(name: "MyGameKit", targets: ["MyGameKit"]),
    .executable(name: "my-game", targets: ["my-game"]),
  ],
  dependencies: [
    // Without the trait "Driver", the HTTP server of carom-driver is left out.
    .package(name: "carom", path: "../carom", traits: ["CommandLine"])
  ],
  targets: [
    // The game: rules, bot, page object and Gherkin steps.
    .target(
      name: "MyGameKit",
      dependencies: [
        .product(name: "Carom", package: "carom"),
        .product(name: "CaromAutomation", package: "carom"),
      ]),
    // The program: all commands of carom, for this game.
    .executableTarget(
      name: "my-game", dependencies: ["MyGameKit", .product(name: "CaromTool", package: "carom")]),
    .testTarget(
      name: "MyGameTests",
      dependencies: [
        "MyGameKit",
        .product(name: "Carom", package: "carom"),
        .product(name: "CaromAutomation", package: "carom"),
        .product(name: "CaromTesting", package: "carom"),
      ],
      exclude: ["Features", "Goldens"]),
  ]
)
