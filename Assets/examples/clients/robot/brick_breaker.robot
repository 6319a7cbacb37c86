*** Settings ***
Documentation       Tests of Brick Breaker with Robot Framework and AppiumLibrary.
...
...                 carom-driver --port 4444
...                 robot --variable URL:http://127.0.0.1:4444 brick_breaker.robot

Library             AppiumLibrary    run_on_failure=No Operation

Test Teardown       Close Application


*** Variables ***
${URL}      http://127.0.0.1:4444


*** Test Cases ***
A Round Begins With Three Lives
    Open The Game
    Element Attribute Should Match    xpath=//game    phase    ready
    Element Attribute Should Match    xpath=//game    lives    3
    ${bricks}=    Get Webelements    xpath=//node[@role='brick']
    Length Should Be    ${bricks}    66

Serving Starts The Game
    Open The Game
    Command    step
    Text Should Be    xpath=//label[@name='message']    Press Space to serve
    Serve
    Element Attribute Should Match    xpath=//game    phase    playing
    Text Should Be    xpath=//label[@name='message']    ${EMPTY}

The Paddle Stops At The Wall
    Open The Game
    Command    press    key=right    ticks=${60}
    Element Attribute Should Match    id=paddle    position.x    4.5

A Missed Ball Costs A Life
    Open The Game
    Serve
    Command    waitUntil    selector=//game[@lives=2]    ticks=${1200}
    Element Attribute Should Match    xpath=//game    lives    2

The Same Play Has The Same Hash
    Open The Game    seed=${3}
    ${first}=    Play For A Second
    Close Application
    Open The Game    seed=${3}
    ${second}=    Play For A Second
    Should Be Equal    ${first}[hash]    ${second}[hash]


*** Keywords ***
Open The Game
    [Documentation]    Starts a session; time stands still between commands.
    [Arguments]    ${seed}=${1}
    VAR    &{options}    seed=${seed}
    Open Application
    ...    ${URL}
    ...    platformName=linux
    ...    appium:automationName=Carom
    ...    appium:app=brick-breaker
    ...    game:options=${options}

Command
    [Documentation]    Runs a command of the engine with parameters.
    [Arguments]    ${name}    &{parameters}
    ${result}=    Execute Script    game: ${name}    &{parameters}
    RETURN    ${result}

Serve
    Command    act    action=serve    ticks=${2}

Text Should Be
    [Arguments]    ${locator}    ${text}
    ${actual}=    Get Text    ${locator}
    Should Be Equal    ${actual}    ${text}

Play For A Second
    Serve
    Command    press    key=left    ticks=${20}
    Command    press    key=right    ticks=${38}
    ${state}=    Command    hash
    RETURN    ${state}
