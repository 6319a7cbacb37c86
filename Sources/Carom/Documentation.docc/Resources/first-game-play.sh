swift run mini-golf play
swift run mini-golf run --bot --ticks 1800
swift run mini-golf render --bot --at 120 -o frame.png
