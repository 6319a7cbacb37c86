swift run mini-golf scene check Scenes
swift run mini-golf render Scenes/level2.json -o level2.png
swift run mini-golf render Scenes/level3.json -o level3.png
swift run mini-golf play Scenes/level3.json --watch
