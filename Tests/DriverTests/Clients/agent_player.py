"""Wins the first level of the maze with the tools of the Model Context Protocol alone.

The address of the server is the input. The player is that of the sample for Selenium, in
Assets/examples/clients/selenium, whose folder is on the path of modules.
"""

import asyncio
import json
import sys
import time

import anyio
from marble_maze import MarbleMaze
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

URL = sys.stdin.read().strip() + "/mcp/marble-maze"
# How long the agent thinks after the win, in seconds.
PAUSE = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0


class Agent(MarbleMaze):
    """The player, who calls tools in place of WebDriver's scripts."""

    def __init__(self, session):
        self.session = session

    def run(self, command, **parameters):
        answer = anyio.from_thread.run(self.session.call_tool, command, parameters)
        assert not answer.is_error, answer.content[0].text
        return json.loads(answer.content[0].text)["result"]

    def play(self):
        status = self.win()
        left = self.elements("//node[@role='pearl'][@isHidden='false']")
        before = self.run("hash")
        time.sleep(PAUSE)
        print("stands still:", self.run("hash") == before)
        print("phase:", status["phase"], "tick:", status["tick"], "left:", len(left), "hash:", before["hash"])


async def main():
    async with streamable_http_client(URL) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            await anyio.to_thread.run_sync(Agent(session).play)


asyncio.run(main())
