import CaromGames
import CaromLibrary

/// Exports the games that ship with the engine.
@c public func carom_export_games() { CaromLibrary.export(GameList.all) }
