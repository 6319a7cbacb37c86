from collections.abc import Iterator

import pytest

import carom


@pytest.fixture
def maze() -> Iterator[carom.Session]:
    with carom.Session("marble-maze", seed=3) as session:
        yield session
