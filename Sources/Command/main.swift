import CaromDriver
import CaromGameSteps
import CaromGames
import CaromPlayer
import CaromTool

CaromTool.main(
  name: "carom",
  app: AppInfo(
    title: "CAROM", subtitle: "a shot that strikes and rebounds", folder: "carom",
    icon: "textures/marble-diffuse.png"),
  games: GameList.all, steps: GameStepList.all,
  commands: [InspectCommand.self, NewCommand.self, AssetsCommand.self, BenchCommand.self])
