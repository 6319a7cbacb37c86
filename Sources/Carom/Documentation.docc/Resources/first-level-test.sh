carom test island.feature
carom fuzz island.json --runs 4 --ticks 600
