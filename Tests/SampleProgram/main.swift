import CaromTool

CaromTool.main(games: [Drop.self], steps: [DropSteps.self])
