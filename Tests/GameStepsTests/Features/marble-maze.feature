@maze
Feature: Marble Maze
  Tilt a marble over narrow bridges and collect pearls before its light goes out.

  Rule: The player starts the run

    Scenario: The marble comes to rest on its platform
      Given a marble maze
      When the marble is at rest
      Then the phase is tapToPlay
      And the label "message" says "Press Space to start"
      And "//node[@role='ball'][g:touching('stone')]" holds

    Scenario Outline: <key> starts the run
      Given a marble maze
      And the marble is at rest
      When I press <key>
      Then the phase is playing
      And the label "message" says ""
      And the sound "start" was heard 1 time

      Examples:
        | key   |
        | space |
        | enter |

    Scenario: Other keys do not start the run
      Given a marble maze
      And the marble is at rest
      When I press q
      Then the phase is tapToPlay

  Rule: The marble rolls where the board is tilted

    Scenario Outline: Tilted to the <side>
      Given a run through the marble maze
      When I tilt the board to <tilt> over 10 ticks
      And 30 ticks pass
      Then the marble has rolled <side> by 1 m at least

      Examples:
        | side  | tilt  |
        | right | 1, 0  |
        | left  | -1, 0 |
        | away  | 0, 1  |
        | near  | 0, -1 |

    Scenario: The arrow keys tilt the board
      Given a run through the marble maze
      When I press up for 40 ticks
      Then the marble has rolled away by 1 m at least

  Rule: Pearls add points and light

    Scenario: A pearl is collected once
      Given a run through the marble maze
      When the marble rolls over "pearl1"
      Then the score is 1
      And the sound "powerUp" was heard 1 time
      And the label "score" says "1"
      And these pearls are left:
        | name   | is there |
        | pearl1 | no       |
        | pearl2 | yes      |
        | pearl7 | yes      |
      And there are 6 "//node[@role='pearl'][g:visible()]"

    Scenario: A pearl restores the full life
      Given a run through the marble maze
      And 500 ticks pass
      When the marble rolls over "pearl1"
      Then the lifeTicks of "game" is at least 900

  Rule: A run ends

    Scenario: A run without pearls lasts a thousand ticks
      Given a run through the marble maze
      And the lives of "game" is set to "1"
      When 997 ticks pass
      Then the phase is playing
      And the marble has life for 1 tick
      When 1 tick passes
      Then the phase is gameOver
      And "//label[@name='message'][starts-with(@text, 'Game over')]" is there
      And "//label[@name='message'][contains(@text, '{start} to play again')]" is there

    Scenario: Falling ends the run, and the result stays until the player goes on
      Given a run through the marble maze
      And the lives of "game" is set to "1"
      When the marble falls off the maze
      Then the sound "gameOver" was heard 1 time
      When 600 ticks pass
      Then the phase is gameOver
      When I press space
      And I wait until "//game[@phase='tapToPlay']", at most 1 tick
      Then the score is 0
      And there are 7 "//node[@role='pearl'][g:visible()]"
      When I wait until "//game[@phase='playing']", at most 200 ticks
      Then the label "lives" says "Lives 3"

    Scenario: The best score is kept
      Given the stored number "marble-maze.highScore" is 3
      And a run through the marble maze
      When the marble rolls over "pearl1"
      And the marble falls off the maze
      Then the label "highScore" says "Best 3"

  Rule: The goal ends a run

    Scenario: The goal of the first level opens when all pearls are collected
      Given a run through the marble maze
      Then there are 0 "//node[@role='goal'][g:visible()]"

  Rule: Levels have lives and checkpoints

    Scenario: The first level has lives and checkpoints
      Given a run through the marble maze
      Then the label "lives" says "Lives 3"
      When the marble is at -10, -10
      And 2 ticks pass
      And the marble falls off the maze
      And I wait until "//game[@phase='playing']", at most 61 ticks
      Then the label "lives" says "Lives 2"
      And "//node[@role='ball'][g:distance('checkpoint2') < 2]" holds

    Scenario: A fall costs one life, and the marble returns to its checkpoint
      Given the level "level2" of the game "marble-maze"
      And the marble is at rest
      When I press space
      Then the label "lives" says "Lives 3"
      When the marble is at 0, -9
      And 2 ticks pass
      And the marble is at 40, 0
      And I wait until "//game[@phase='fallen']", at most 120 ticks
      Then the label "lives" says "Lives 2"
      And the label "message" says "Fallen!"
      And the sound "lifeLost" was heard 1 time
      When I wait until "//game[@phase='playing']", at most 61 ticks
      Then "//node[@role='ball'][g:distance('checkpoint1') < 2]" holds

    @bot
    Scenario: The bot wins the second level, and the third one follows
      Given the level "level2" of the game "marble-maze"
      When the bot plays for 1800 ticks
      Then the level is "level3"

  @bot
  Scenario: The bot collects pearls
    Given a marble maze
    When the bot plays for 1800 ticks
    Then the score of "game" is at least 3
