Feature: The island

  Scenario: Three coins open the gate
    Given the scene "island.json"
    And the position of "ball" is set to "[1, 0.4, -2]"
    And the position of "ball" is set to "[0, 0.4, -4]"
    And the position of "ball" is set to "[-1, 0.4, -6]"
    When 1 tick passes
    Then the score is 30
    And the isHidden of "gate" is "true"

  Scenario: The goal wins
    Given the scene "island.json"
    And the position of "ball" is set to "[0, 0.4, -12.5]"
    When 2 ticks pass
    Then the phase is won
    And the label "message" says "You made it"
