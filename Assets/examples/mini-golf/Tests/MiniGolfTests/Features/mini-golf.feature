Feature: Mini Golf
  Three holes, with few strokes.

  Scenario: A stroke at half power rolls the ball, and counts
    Given a ball on the tee of hole 1
    When I strike with a swing of 36 ticks
    Then the strokes of "//game" is 1
    And the phase is aiming
    And the position of "ball" is "0 0.2 -4.9 ± 0.2"

  Scenario: The power shrinks again when space is held for too long
    Given a ball on the tee of hole 1
    When I strike with a swing of 130 ticks
    Then the position of "ball" is "0 0.2 -1 ± 0.6"

  Scenario: A ball that is too fast rolls over the hole
    Given a ball on the tee of hole 2
    And the position of "ball" is set to "[0, 0.2, -5]"
    When I press space for 60 ticks
    And 30 ticks pass
    Then the level is "level2"

  Scenario: A slow ball drops into the hole, which leads to the next level
    Given a ball on the tee of hole 2
    And the position of "ball" is set to "[0, 0.2, -5]"
    When I strike with a swing of 20 ticks
    And 40 ticks pass
    Then the level is "level3"
    And the score is 1
    And the strokes of "//game" is 0

  Scenario: A ball in the pond returns to its lie, for one stroke more
    Given a ball on the tee of hole 3
    And the position of "ball" is set to "[4.5, 0.2, -2]"
    When I strike with a swing of 1 tick
    And 60 ticks pass
    Then the strokes of "//game" is 2
    And the position of "ball" is "0 0.2 0 ± 0.1"

  Scenario: Sand slows the ball
    Given a ball on the tee of hole 3
    When the position of "ball" is set to "[4, 0.2, -6.9]"
    And 5 ticks pass
    Then the damping of "//node[@name='ball']/physics" is 0.9
    When the position of "ball" is set to "[0, 0.2, -5]"
    And 5 ticks pass
    Then the damping of "//node[@name='ball']/physics" is 0.45
