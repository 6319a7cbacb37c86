swift run mini-golf test Tests/MiniGolfTests/Features --report report.html
swift run mini-golf fuzz --runs 20
