import PaddleGameKit
import CaromTool

CaromTool.main(games: [PaddleGame.self], steps: [PaddleGameSteps.self])
