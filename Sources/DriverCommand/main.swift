import CaromDriver
import CaromGames

CaromDriver.main(name: "carom-driver", games: GameList.all)
