Feature: Empty Game
  Space reverses the turntables, five times in each level.

  Scenario: The turntable turns with the speed that the level sets
    Given a turntable
    When 30 ticks pass
    Then it has turned by 45 degrees

  Scenario: Space reverses it
    Given a turntable
    When 30 ticks pass
    And I reverse it 1 time
    And 29 ticks pass
    Then it has turned by 0 degrees
    And the score is 1
    And the sound "turn" was heard 1 time

  Scenario: Five turns lead to the next level
    Given a turntable
    When I reverse it 5 times
    And 40 ticks pass
    Then the level is "level2"
    And the score is 5
    And the turns of "//game" is 0

  Scenario: Five turns in the last level end the round
    Given the turntables of level 2
    When I reverse it 5 times
    Then the phase is over
    And the label "score" says "Turns 5"
