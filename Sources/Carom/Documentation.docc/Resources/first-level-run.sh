carom run island.json --ticks 120
carom render island.json --at 120 -o island.png
