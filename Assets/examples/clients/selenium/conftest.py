def pytest_addoption(parser):
    parser.addoption("--url", default="http://127.0.0.1:4444")


import pytest


@pytest.fixture
def url(request):
    return request.config.getoption("--url")
