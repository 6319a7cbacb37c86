"""The steps of Brick Breaker, over HTTP."""

from behave import given, then, use_step_matcher, when

use_step_matcher("re")

NUMBER = r"(-?\d+(?:\.\d+)?)"


def expect(actual, wanted):
    assert actual == wanted, f"{actual!r}, expected {wanted!r}"


def near(text, wanted, tolerance=0.001):
    """Whether texts of numbers are equal within a tolerance, and other texts exactly."""
    try:
        pairs = list(zip(text.split(), wanted.split(), strict=True))
        return all(abs(float(a) - float(b)) <= tolerance for a, b in pairs)
    except ValueError:
        return text == wanted


@given("a round of brick breaker")
def _(context):
    context.begin()


@given("the ball is served")
@when("I serve")
def _(context):
    context.game.serve()


@given(r'only the brick "(.*)" is left')
def _(context, names):
    context.game.hide_bricks([name.strip() for name in names.split(",")])


@given(r'the (\S+) of "(.*)" is set to "(.*)"')
def _(context, name, node, value):
    context.game.set([(context.game.path(node), name, value)])


@when(rf"the ball flies at {NUMBER}, {NUMBER} from {NUMBER}, {NUMBER}")
def _(context, right, near_side, x, z):
    context.game.launch((x, z), (right, near_side))


@when("the ball is lost")
def _(context):
    # Next to the paddle, towards the wall behind it.
    context.game.launch((4, 9), (0, 15))
    context.game.run("waitUntil", selector="//game[@phase!='playing']", ticks=60)


@when(r"I press (\S+) for (\d+) ticks")
def _(context, key, ticks):
    context.game.run("press", key=key, ticks=int(ticks))


@when(rf"I move the pointer to {NUMBER}, {NUMBER}")
def _(context, x, y):
    context.game.run("touch", phase="moved", position=[float(x), float(y)])


@when(r"(\d+) ticks? pass(?:es)?")
def _(context, ticks):
    context.game.run("step", ticks=int(ticks))


@when(r"the bot plays for (\d+) ticks")
def _(context, ticks):
    context.game.run("play", ticks=int(ticks))


@then(r"the phase is (\S+)")
def _(context, phase):
    expect(context.game.status["phase"], phase)


@then(r'the level is "(.*)"')
def _(context, level):
    expect(context.game.status["level"], level)


@then(r"the score is (\d+)")
def _(context, score):
    expect(context.game.status["score"], int(score))


@then(r"(\d+) (?:lives|life) (?:are|is) left")
def _(context, lives):
    expect(context.game.status["lives"], int(lives))


@then(r"(\d+) bricks? (?:are|is) left")
def _(context, count):
    expect(len(context.game.bricks("[g:visible()]")), int(count))


@then(r'the message is "(.*)"')
def _(context, text):
    expect(context.game.message.replace("\n", " "), text)


@then(rf"the ball flies at {NUMBER} m/s")
def _(context, speed):
    assert near(str(context.game.speed), speed), context.game.speed


@then(r'the sound "(.*)" was heard (\d+) times?')
def _(context, sound, count):
    heard = [each["tick"] for each in context.game.run("sounds") if each["name"] == sound]
    assert len(heard) == int(count), f"at ticks {heard}"


@then(rf'the (\S+) of "(.*)" is {NUMBER}(?: ± {NUMBER})?')
def _(context, name, node, value, tolerance):
    actual = context.game.get(node, name)
    assert near(actual, value, float(tolerance or 0.001)), actual


@then(rf'the (\S+) of "(.*)" is at least {NUMBER}')
def _(context, name, node, least):
    selector = "//game" if node == "game" else node
    assert float(context.game.get(selector, name)) >= float(least)


@then(r'the brick "(.*)" is (gone|there)')
def _(context, brick, state):
    expect(context.game.is_hidden(brick), state == "gone")


@then(r'"(.*)" touched "(.*)"')
def _(context, first, second):
    contacts = context.game.run("contacts")
    pairs = [{contact[side].split("/")[-1] for side in ("a", "b")} for contact in contacts]
    assert {first, second} in pairs, pairs


@then("I see these nodes:")
def _(context):
    for row in context.table:
        for name in context.table.headings[1:]:
            actual = context.game.get(row["node"], name)
            assert near(actual, row[name]), f"{name} of {row['node']}: {actual}"
