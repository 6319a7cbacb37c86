@bricks @levels
Feature: The levels of Brick Breaker
  Each level leads to the next one, and has bricks and power-ups of its own.

  Scenario: Steel does not break, and what is behind the gate does
    Given the level "level5" of the game "brick-breaker"
    And the ball is served
    When the ball flies at 0, -14 from -6.5, -0.7
    And 10 ticks pass
    Then the brick "post-0" is there
    And the score is 0
    When the ball flies at 0, -14 from 0.6, -4
    And 10 ticks pass
    Then the brick "flower-1" is gone
    And the score is 1

  Scenario: The balls of a level get faster
    Given the level "level2" of the game "brick-breaker"
    And the ball is served
    When 20 ticks pass
    Then the phase is playing
    And the ball flies at 13.0175 m/s

  @bot @slow
  Scenario Outline: The bot clears <level>, which leads to <next>
    Given the level "<level>" of the game "brick-breaker"
    When the bot plays for <ticks> ticks
    Then the level is "<next>"

    Examples:
      | level  | ticks | next      |
      | level2 | 2400  | Checkers  |
      | level6 | 3600  | Conveyor  |
      | level8 | 4500  | Clockwork |
