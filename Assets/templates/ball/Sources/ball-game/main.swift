import BallGameKit
import CaromTool

CaromTool.main(games: [BallGame.self], steps: [BallGameSteps.self])
