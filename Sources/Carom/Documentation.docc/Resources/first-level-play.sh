carom play island.json --watch
