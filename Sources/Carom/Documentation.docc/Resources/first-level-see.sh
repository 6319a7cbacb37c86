carom scene check island.json
carom render island.json -o island.png
