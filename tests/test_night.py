"""``make night`` runs what is too long for a day, and says with its end whether all of it went well."""

from __future__ import annotations

import pytest

from bench import night

FINE = ("compileall", "-q", "bench/night.py")
WRONG = ("compileall", "--no-such-thing")


@pytest.mark.parametrize(("works", "code"), [((FINE, FINE), 0), ((FINE, WRONG), 1), ((WRONG, FINE), 1)])
def test_the_night_runs_all_of_it_and_ends_with_1_where_some_of_it_does(
    works: tuple[tuple[str, ...], ...], code: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(night, "WORK", {f"work {number}": work for number, work in enumerate(works)})
    assert night.main([]) == code
    table = capfd.readouterr().out.splitlines()[-2:]
    assert [line.split(" | ")[-1] for line in table] == ["well |" if one is FINE else "wrong |" for one in works]


def test_a_shorter_night_does_less_of_what_is_counted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(night, "WORK", {"faults": ("compileall", "--times", 1000)})
    assert night.main(["--hours", "0.09"]) == 1
    assert "== faults: compileall --times 10" in capfd.readouterr().out


def test_a_night_may_do_one_of_the_works_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night, "WORK", {"faults": WRONG, "load": FINE})
    assert night.main(["--only", "load"]) == 0


def test_a_work_that_there_is_not_is_refused(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(night, "WORK", {"faults": FINE})
    with pytest.raises(SystemExit):
        night.main(["--only", "faults,dreams"])
    assert "there is no dreams" in capfd.readouterr().err
