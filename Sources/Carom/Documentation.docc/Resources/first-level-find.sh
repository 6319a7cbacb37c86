carom scene check island.json --json
carom scene tree island.json
carom find island.json "//node[@role='collectable']"
