swift run mini-golf run --bot --ticks 600 --record Tests/MiniGolfTests/Goldens/level1.replay.jsonl
swift run mini-golf render --at 30 --size 320x180 -o Tests/MiniGolfTests/Goldens/level1.png
swift test
./dist.sh
