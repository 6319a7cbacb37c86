Feature: Ball Game
  Strike the ball into the hole.

  Scenario: A stroke counts and rolls the ball
    Given a ball on the tee
    When I strike the ball
    Then the score is 1
    And the phase is aiming
    And the ball has rolled 3 m at least
    And the sound "strike" was heard 1 time

  Scenario: The aim turns with the speed that the level sets
    Given a ball on the tee
    When I press left for 30 ticks
    Then the aimDegrees of "//game" is 45 ± 1.6

  Scenario: The hole of level 1 leads to level 2, with the strokes so far
    Given a ball on the tee
    And the ball lies 1.5 m before the hole
    When I strike the ball
    And 30 ticks pass
    Then the level is "level2"
    And the phase is aiming
    And the score is 1
    And the strokes of "//game" is 0

  Scenario Outline: The hole of the last level ends the round
    Given a ball on the tee of level 2
    And the ball lies <distance> m before the hole
    When I strike the ball
    And 1 tick passes
    Then the phase is over
    And the sound "hole" was heard 1 time
    And the label "message" says "Done! Press Space to play again"

    Examples:
      | distance |
      | 1.5      |
      | 3        |

  Scenario: Space plays again
    Given a ball on the tee of level 2
    And the ball lies 1 m before the hole
    When I strike the ball
    And I press space
    And 40 ticks pass
    Then the level is "level1"
    And the phase is aiming
    And the score is 0
    And the position of "ball" is "0 0.2 0 ± 0.01"
