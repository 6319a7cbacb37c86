import MiniGolfKit
import CaromTool

CaromTool.main(games: [MiniGolf.self], steps: [MiniGolfSteps.self])
