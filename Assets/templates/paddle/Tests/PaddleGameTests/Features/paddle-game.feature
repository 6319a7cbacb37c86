Feature: Paddle Game
  Hit all targets with a ball that must not pass the paddle.

  Scenario: A served ball hits the first target
    Given a served ball
    When I wait until "//game[@score > 0]", at most 120 ticks
    Then the score is 1
    And the sound "target" was heard 1 time

  Scenario Outline: The end of the paddle deflects the ball by the angle that the level sets
    Given a served ball
    When the ball meets the paddle <offset> m right of its middle
    Then the ball flies <angle> degrees to the right

    Examples:
      | offset | angle |
      | 0      | 0     |
      | 0.5    | 30    |
      | 0.9    | 54    |

  Scenario: A ball that passes the paddle is lost
    Given a served ball
    When the ball passes the paddle
    Then 2 lives are left
    And the phase is ready
    And the sound "lost" was heard 1 time

  Scenario: The paddle stays in the court
    Given a served ball
    When I press left for 120 ticks
    Then the position of "paddle" is "-3 0 5 ± 0.001"
