Feature: The player's screens
  Title, pause, levels, settings and results are overlay elements, which locators find, and which a
  pointer, keys and a gamepad operate.

  Scenario: The title screen demonstrates a game, starts it, and the pause menu leads back
    Given the player with its title screen
    Then the phase is title
    And "Marble Maze" has the focus
    And the label "title" says "Carom"
    And the game on screen is "marble-maze", played by a bot
    And the label "hint" says "Arrows: select · Enter: choose"
    When I press down
    And 1 frame is shown
    Then "Brick Breaker" has the focus
    And the game on screen is "marble-maze", played by a bot
    When 20 frames are shown
    Then the game on screen is "brick-breaker", played by a bot
    When I click "Brick Breaker"
    And 2 frames are shown
    Then the phase is playing
    And the game on screen is "brick-breaker", played by a person
    And there are 0 "//control"
    When Escape opens the menu
    Then the phase is paused
    And the game is paused
    And the label "heading" says "Paused"
    And "Resume" has the focus
    When I click "Resume"
    And 2 frames are shown
    Then the phase is playing
    And the game is not paused
    When Escape opens the menu
    And I press escape
    And 2 frames are shown
    Then the game is not paused
    When Escape opens the menu
    And I click "Restart"
    And 2 frames are shown
    Then the phase is playing
    And the game is not paused
    When Escape opens the menu
    And I click "Games"
    And 1 frame is shown
    Then the phase is title
    And the game on screen is "brick-breaker", played by a bot
    When I click "Quit"
    And 1 frame is shown
    Then the player has quit

  Scenario: Settings apply at once, by pointer and by keys
    Given the player with its title screen
    When I click "Settings"
    Then the phase is settings
    And "volume" has the focus
    When I set "volume" to 0.3
    And I click "music"
    And 1 frame is shown
    Then the settings are 0.3, music, 1.0
    And the isOn of "//control[@name='music']/toggle" is "true"
    When I press left
    And I press down
    Then "Tilt sensitivity" has the focus
    When I press right
    And I press right
    And 1 frame is shown
    Then the settings are 0.3, no music, 1.5
    When I press escape
    Then the phase is title
    And "Settings" has the focus

  Scenario: The screen of keys binds a key to an action
    Given the player with its title screen
    When I click "Settings"
    And I click "Keys"
    Then the phase is keys
    And "Menu: Escape" is enabled
    And "Tools of level makers" is disabled
    And "Start: Space, Enter" is enabled
    When I click "Start: Space, Enter"
    And 1 frame is shown
    Then the label "hint" says "Start: press a key · Backspace: default · Esc: cancel"
    When J is pressed in the window
    Then "Start: J, Space, Enter" is enabled
    And the label "hint" says "Click to choose"
    When I click "Calibrate: C"
    And 1 frame is shown
    And J is pressed in the window
    Then "Calibrate: J, C" is enabled
    And the label "notification" says "J meant Start, which still has Space, Enter"
    And "Start: Space, Enter" is enabled
    When I click "Calibrate: J, C"
    And 1 frame is shown
    And Backspace is pressed in the window
    Then "Calibrate: C" is enabled
    When I click "Start: Space, Enter"
    And 1 frame is shown
    And J is pressed in the window
    When I press escape
    Then the phase is settings
    And "Keys" has the focus
    When I click "Back"
    And I click "Marble Maze"
    And 2 frames are shown
    And J is pressed in the window
    Then the phase of the game on screen is "playing"

  Scenario: Settings are in the menu of a game, too
    Given the player with its title screen
    When I click "Marble Maze"
    And 2 frames are shown
    And Escape opens the menu
    And I click "Settings"
    Then the phase is settings
    When I click "Back"
    Then the phase is paused

  Scenario: A gamepad operates the screens, and prompts name its buttons
    Given the player with its title screen
    When these events are sent, one line a tick:
      """
      { "button": { "button": "padDown", "isDown": true } }
      { "button": { "button": "padDown", "isDown": false } }
      """
    Then the label "hint" says "Pad: select · A: choose"
    And "Brick Breaker" has the focus
    When these events are sent, one line a tick:
      """
      { "button": { "button": "a", "isDown": true } }
      """
    And 2 frames are shown
    Then the game on screen is "brick-breaker", played by a person

  Scenario: Fingers tap, and prompts say so
    Given the player with its title screen
    When these events are sent, one line a tick:
      """
      { "pointer": { "phase": "pressed", "position": [0.01, 0.01], "finger": 1 } }
      { "pointer": { "phase": "released", "position": [0.01, 0.01], "finger": 1 } }
      """
    Then the label "hint" says "Tap to choose"

  Scenario: The level menu starts unlocked levels
    Given the player with a game of ten levels, two of them completed
    When Escape opens the menu
    And I click "Levels"
    Then the phase is levels
    And "levelList" has the focus
    And there are 10 "//item"
    And "▶ 3. Hill 3" is enabled
    And "4. Hill 4 (locked)" is disabled
    And the selected of "//list" is 2
    When I click "4. Hill 4 (locked)"
    And I press down
    And I press enter
    Then the phase is levels
    When I turn the wheel over "levelList" by 1
    And I turn the wheel over "levelList" by 1
    And I turn the wheel over "levelList" by 1
    Then the selected of "//list" is 1
    When I press enter
    And 2 frames are shown
    Then the phase is playing
    And the level on screen is "hill2"

  Scenario: The result of a game, and its buttons
    Given the player with its title screen
    When I click "Marble Maze"
    And 2 frames are shown
    And the game ends with the score 7
    Then the label "message" says "Game over"
    And the label "prompt" says "Press Space to play again"
    And the label "result" says "New best: 7"
    When 600 frames are shown
    Then the label "result" says "New best: 7"
    And "//panel[@name='result']" is there
    When I click "Menu"
    And 2 frames are shown
    Then the game is paused
    And the phase is paused
    And the label "heading" says "Game over"
    And "Play again" has the focus
    When I click "Back"
    And 2 frames are shown
    And I click "Restart"
    And 2 frames are shown
    Then there are 0 "//control"
