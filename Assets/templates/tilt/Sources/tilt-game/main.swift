import TiltGameKit
import CaromTool

CaromTool.main(games: [TiltGame.self], steps: [TiltGameSteps.self])
