import CaromGameSteps
import CaromGames
import CaromTool

CaromTool.main(
  name: "carom", games: GameList.all, steps: GameStepList.all,
  commands: [AssetsCommand.self, BenchCommand.self])
