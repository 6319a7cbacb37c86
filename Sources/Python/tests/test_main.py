import subprocess
import sys

import carom


def test_the_program_says_its_version() -> None:
    command = [sys.executable, "-m", "carom", "--version"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout == f"carom {carom.__version__}\n"
