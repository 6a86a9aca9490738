"""Which tests take the most processor time: python -m bench.slowest [ARGUMENTS OF PYTEST], or pytest -p bench.slowest.

Counted are the seconds that processors work for a test: in pytest's process or its worker, and in all that these have
started, such as a browser with its own processes. What several tests share, such as a fixture, counts for the first of
them. Told are the slowest tests, the sum of each file, and that of all.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator

import pytest

from bench.processor import processor_time

SLOWEST = 30


class Slowest:
    """Measures in each process that runs tests, and tells in the one that reports."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._read = 0.0
        self._beside = 0.0
        self._tests: Counter[str] = Counter()

    def _since(self) -> float:
        """The seconds since the last time, or since the process began."""
        before, self._read = self._read, processor_time(os.getpid())
        # Less than before: somebody was killed, and nobody has waited for that.
        return max(0.0, self._read - before)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._beside += self._since()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        vars(report)["processor"] = self._since()
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._tests[report.nodeid] += vars(report).get("processor", 0)

    def pytest_sessionfinish(self) -> None:
        # Whoever only hands tests to workers has measured nothing; they have measured all but that.
        self._beside += self._since() if self._read else time.process_time()
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["beside"] = self._beside

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self._beside += getattr(node, "workeroutput", {}).get("beside", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("processor time in seconds")
        for line in told(self._tests, self._beside):
            terminalreporter.write_line(line)


def told(tests: Counter[str], beside: float) -> Iterator[str]:
    """The lines. In: the seconds of each test by its id, and those of what was done beside tests."""
    files: Counter[str] = Counter()
    for test, seconds in tests.items():
        files[test.partition("::")[0]] += seconds
    whole = {f"{len(tests)} tests": sum(tests.values()), "beside them: start, collecting, handing out": beside}
    for rows in (tests.most_common(SLOWEST), files.most_common(), whole.items()):
        yield from (f"{seconds:9.2f}  {name}" for name, seconds in rows)
        yield ""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Slowest(config))


if __name__ == "__main__":
    sys.exit(pytest.main(["-p", "bench.slowest", *sys.argv[1:]]))
