@game:drop
Feature: Drop

  Scenario: The ball falls into the pocket
    When I let the ball go
    And 60 ticks pass
    Then the pocket has been touched
