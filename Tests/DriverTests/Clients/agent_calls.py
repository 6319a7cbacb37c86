"""Plays the maze with the official client of the Model Context Protocol.

The address of the server is the input. Prints what the client got.
"""

import asyncio
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

URL = sys.stdin.read().strip() + "/mcp/marble-maze"


async def play():
    async with streamable_http_client(URL) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            start = await session.initialize()
            print("server:", start.server_info.name)
            print("tools:", len((await session.list_tools()).tools))
            for tool, arguments in [
                ("tilt", {"direction": [0.5, 0]}),
                ("step", {"ticks": 60}),
                ("hash", {}),
                ("step", {"ticks": -1}),
                ("screenshot", {"width": 64, "height": 36}),
            ]:
                result = await session.call_tool(tool, arguments)
                kinds = " ".join(content.type for content in result.content)
                print(f"{tool}: {'error' if result.is_error else 'ok'} {kinds}")
                if tool == "hash":
                    print(result.content[0].text)
            scene = await session.read_resource("carom://scene")
            print("scene:", '"marble-maze"' in scene.contents[0].text)


asyncio.run(play())
