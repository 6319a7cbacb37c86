rm Sources/MiniGolfKit/MiniGolf+Invariants.swift
swift build
swift run mini-golf scene schema > Scenes/scene.schema.json
swift run mini-golf games
swift run mini-golf play --level 3
