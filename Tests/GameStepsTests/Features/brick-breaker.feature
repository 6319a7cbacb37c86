@bricks
Feature: Brick Breaker
  Break all bricks with a ball that must not pass the paddle.

  Background:
    Given a round of brick breaker

  Rule: A round starts with three lives and 66 bricks

    Scenario: The ball waits on the paddle
      When 1 tick passes
      Then the phase is ready
      And 3 lives are left
      And 66 bricks are left
      And the message is "Press Space to serve"
      And I see these nodes:
        | node   | position | isHidden |
        | paddle | 0 0 8    | false    |
        | ball   | 0 0 7.4  | false    |

    Scenario: A serve gives the ball its speed
      When I serve
      Then the phase is playing
      And the message is ""
      And the ball flies at 15 m/s
      And the sound "serve" was heard 1 time

  Rule: The paddle follows the input within the court

    Scenario Outline: The paddle stops at the <key> end
      When I press <key> for 60 ticks
      Then the position.x of "paddle" is <end>

      Examples:
        | key   | end  |
        | left  | -4.5 |
        | right | 4.5  |

    Scenario: The paddle follows the pointer
      When I move the pointer to 0.625, 0.5
      And 60 ticks pass
      Then the position.x of "paddle" is 2 ± 0.0001

  Rule: Bricks score points

    Scenario: A brick disappears when it is hit
      Given the ball is served
      When the ball flies at 0, 15 from 0, -8
      And 15 ticks pass
      Then the brick "white6" is gone
      And the brick "red6" is there
      And the score is 1
      And 65 bricks are left
      And "ball" touched "white6"

    Scenario: The last brick ends the level
      Given the ball is served
      And only the brick "white6" is left
      When the ball flies at 0, 15 from 0, -8
      And 15 ticks pass
      Then the phase is cleared
      And the message is "All clear! Press Space to continue"
      When I serve
      And 60 ticks pass
      Then the level is "level2"
      And the phase is ready
      And the score is 1

  Rule: A lost ball costs exactly one life

    Scenario: The first lost ball
      Given the ball is served
      When the ball is lost
      Then the phase is lifeLost
      And 2 lives are left
      When 100 ticks pass
      Then the phase is ready
      And 2 lives are left

    Scenario: The last lost ball ends the round
      Given the lives of "game" is set to "1"
      And the ball is served
      When the ball is lost
      Then the phase is gameOver
      And 0 lives are left
      And the sound "gameOver" was heard 1 time
      When I serve
      Then 3 lives are left
      And the score is 0

  @bot @slow
  Scenario: The bot does not lose a ball in a minute
    When the bot plays for 3600 ticks
    Then 3 lives are left
    And the score of "game" is at least 10
