"""The picture of a learning curve, drawn without a library for charts."""

from __future__ import annotations

import json
import struct
import tempfile
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import carom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Color = tuple[float, float, float]

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 80, 24, 64, 56
UNIT = HEIGHT / 720
"""The pixels of a unit of the overlay."""
GRAY: Color = (0.35, 0.35, 0.38)


@dataclass(frozen=True)
class Curve:
    """A curve.

    Attributes:
        name: The name in the legend.
        values: A value for each generation.
        color: The color.
        width: The width, in pixels.
    """

    name: str
    values: Sequence[float]
    color: Color
    width: float = 2


@dataclass(frozen=True)
class Mark:
    """A horizontal line with a label.

    Attributes:
        name: The label.
        value: Where it is.
    """

    name: str
    value: float


def draw(title: str, unit: str, curves: Sequence[Curve], marks: Sequence[Mark]) -> bytes:
    """Draw curves over generations.

    Text, axes and grid are the overlay of a scene, which the engine draws; the curves are drawn
    here, over its picture.

    Args:
        title: The title.
        unit: What the vertical axis is.
        curves: The curves, the last one on top.
        marks: Horizontal lines.

    Returns:
        A PNG file of 960 x 540 pixels.
    """
    count = max(2, *(len(curve.values) for curve in curves))
    numbers = [value for curve in curves for value in curve.values] + [one.value for one in marks]
    step = _step(max(max(numbers) - min(*numbers, 0), 1) / 8)
    # The highest and the lowest number of the axis.
    high = step * -(-max(*numbers, 1) * 1.02 // step)
    low = step * (min(*numbers, 0) // step)

    def to_x(generation: float) -> float:
        return LEFT + generation / (count - 1) * (WIDTH - LEFT - RIGHT)

    def to_y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    panels: list[dict[str, Any]] = []
    labels = [_label(title, LEFT, 18, 30, (0.1, 0.1, 0.12))]
    for index in range(round((high - low) / step) + 1):
        value = low + index * step
        panels.append(_line(LEFT, to_y(value), WIDTH - LEFT - RIGHT, (0.88, 0.88, 0.9)))
        labels.append(_label(f"{value:g}", LEFT - 10, to_y(value), 22, alignment="right"))
    step = _step((count - 1) / 8)
    for index in range(int((count - 1) // step) + 1):
        generation = index * step
        text = f"{generation:g}"
        labels.append(_label(text, to_x(generation), HEIGHT - BOTTOM + 16, 22, alignment="center"))
    labels.append(_label("generation", WIDTH - RIGHT, HEIGHT - 16, 22, alignment="right"))
    labels.append(_label(unit, LEFT, 45, 22))
    for mark in marks:
        y = to_y(mark.value)
        panels.append(_line(LEFT, y, WIDTH - LEFT - RIGHT, (0.75, 0.45, 0.2)))
        labels.append(_label(mark.name, LEFT + 8, y - 11, 22, (0.65, 0.36, 0.12)))
    for index, curve in enumerate(curves):
        y = HEIGHT - BOTTOM - 22 * (len(curves) - index)
        panels.append(_line(WIDTH - 340, y, 24, curve.color, 2 * curve.width))
        labels.append(_label(curve.name, WIDTH - 308, y, 22))
    picture = _overlay(panels, labels)
    for curve in curves:
        points = [(to_x(index), to_y(value)) for index, value in enumerate(curve.values)]
        _stroke(picture, points, curve)
    return png(np.rint(picture).astype(np.uint8))


def _step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, 50, … that is not less than a number."""
    step = 1.0
    while True:
        for factor in (1, 2, 5):
            if factor * step >= least:
                return factor * step
        step *= 10


def _label(
    text: str, x: float, y: float, size: float, color: Color = GRAY, *, alignment: str = "left"
) -> dict[str, Any]:
    return {
        "text": text,
        "position": [x / UNIT, y / UNIT],
        "size": size,
        "color": list(color),
        "alignment": alignment,
        "verticalAlignment": "center",
    }


def _line(x: float, y: float, width: float, color: Color, height: float = 1) -> dict[str, Any]:
    return {
        "position": [x / UNIT, round(y - height / 2) / UNIT],
        "size": [width / UNIT, height / UNIT],
        "color": list(color),
    }


def _overlay(
    panels: Sequence[dict[str, Any]], labels: Sequence[dict[str, Any]]
) -> NDArray[np.float64]:
    """Return the picture of an overlay on white."""
    scene = {
        "format": "carom.scene/1",
        "background": {"color": [1, 1, 1]},
        "overlay": {"margin": 0, "panels": panels, "labels": labels},
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chart.json"
        path.write_text(json.dumps(scene), encoding="utf-8")
        return carom.render(str(path), WIDTH, HEIGHT).astype(np.float64)


def _stroke(
    picture: NDArray[np.float64], points: Sequence[tuple[float, float]], curve: Curve
) -> None:
    """Draw lines between points, with edges that cover pixels in part."""
    cover = np.zeros(picture.shape[:2])
    margin = curve.width / 2 + 1
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = int(min(x0, x1) - margin), int(max(x0, x1) + margin) + 1
        top, bottom = int(min(y0, y1) - margin), int(max(y0, y1) + margin) + 1
        y, x = np.mgrid[top:bottom, left:right] + 0.5
        length = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)
        share = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / max(length, 1e-9), 0, 1)
        dx, dy = x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0)
        covered = np.clip(curve.width / 2 + 0.5 - np.sqrt(dx * dx + dy * dy), 0, 1)
        part = cover[top:bottom, left:right]
        np.maximum(part, covered, out=part)
    color = 255 * np.array(curve.color)
    picture += cover[..., None] * (color - picture)


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Return a PNG file.

    Args:
        pixels: Red, green and blue, uint8 (height, width, 3).

    Returns:
        The file.
    """
    height, width, _ = pixels.shape
    # The filter of a row is 0, none.
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
