Feature: Tilt Game
  Tilt the board so that the ball rolls over all coins.

  Scenario: The ball rolls where the board is tilted
    Given a ball on the board
    When I hold the tilt 1, 0 for 30 ticks
    Then the ball is right of the middle
    And the phase is playing

  Scenario: A coin is collected once
    Given a ball on the board
    When the ball rolls over "coin1"
    And the ball rolls over "coin1"
    Then the score is 1
    And 3 coins are left
    And the sound "coin" was heard 1 time

  Scenario: A coin turns with the speed that the level sets
    Given a ball on the board
    When 30 ticks pass
    Then the eulerAnglesDegrees of "coin1" is "90 45 0 ± 2"

  Scenario: The last coin of level 1 leads to level 2, with the points so far
    Given a ball on the board
    When the ball rolls over "coin1"
    And the ball rolls over "coin2"
    And the ball rolls over "coin3"
    And the ball rolls over "coin4"
    And 40 ticks pass
    Then the level is "level2"
    And the score is 4
    And 5 coins are left

  Scenario: The last coin of the last level ends the round, and space plays again
    Given a ball on the board of level 2
    When the ball rolls over "coin1"
    And the ball rolls over "coin2"
    And the ball rolls over "coin3"
    And the ball rolls over "coin4"
    And the ball rolls over "coin5"
    Then the phase is over
    And the score is 6
    And the label "message" says "Well done! Press Space to play again"
    When I press space
    And 40 ticks pass
    Then the level is "level1"
    And the phase is playing
    And 4 coins are left

  Scenario: A ball that falls returns to its start
    Given a ball on the board
    When the position of "ball" is set to "[20, 0, 0]"
    And 120 ticks pass
    Then the sound "fall" was heard
    And the position of "ball" is "0 0.3 0 ± 0.05"
