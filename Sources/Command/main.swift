import CaromDriver
import CaromGameSteps
import CaromGames
import CaromPlayer
import CaromTool

// Packages install `carom-driver` as a link to this program, since the same bytes are in both.
if CommandLine.arguments.first?.split(separator: "/").last == "carom-driver" {
  CaromDriver.main(name: "carom-driver", games: GameList.all)
}
CaromTool.main(
  name: "carom",
  app: AppInfo(
    title: "CAROM", subtitle: "a shot that strikes and rebounds", folder: "carom",
    icon: "textures/marble-diffuse.png"),
  games: GameList.all, steps: GameStepList.all,
  commands: [InspectCommand.self, NewCommand.self, AssetsCommand.self, BenchCommand.self])
