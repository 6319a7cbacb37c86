import pytest


def pytest_addoption(parser):
    parser.addoption("--url", default="http://127.0.0.1:4444")
    parser.addoption("--runs", type=int, default=2)


@pytest.fixture
def url(request):
    return request.config.getoption("--url")


@pytest.fixture
def runs(request):
    return request.config.getoption("--runs")
