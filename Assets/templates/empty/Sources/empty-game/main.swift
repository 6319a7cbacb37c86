import EmptyGameKit
import CaromTool

CaromTool.main(games: [EmptyGame.self], steps: [EmptyGameSteps.self])
