swift run mini-golf run --bot --ticks 3600
swift run mini-golf run --level 3 --bot --ticks 1800 --frame end.png
swift run mini-golf play --bot
