"""Upstream's own functional suite, unmodified, against our application on three databases."""

from __future__ import annotations

import subprocess
import unittest
import uuid
from pathlib import Path

import pytest
from gabbi import handlers, suitemaker, utils

from conformance.placement import databases, fixtures
from servers import upstream_venv

FILES = 79
TESTS = 1316
_LOCATE = "import placement; print(placement.__path__[0])"


def _folder() -> Path:
    """Where the wheel of the reference has its YAML files."""
    found = subprocess.run(
        [str(upstream_venv.python()), "-c", _LOCATE], check=True, capture_output=True, text=True
    )
    return Path(found.stdout.strip(), "tests", "functional", "gabbits")


@pytest.fixture(scope="module", params=["sqlite", "mariadb", "postgresql"])
def stage(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> fixtures.Stage:
    """The stage, with the databases of one kind."""
    if request.param == "sqlite":
        fresh = databases.copies(tmp_path_factory.mktemp("gabbits"))
    else:
        server = request.getfixturevalue(request.param)
        fresh = databases.emptied(server.new_database())
    fixtures.STAGE.fresh_database = fresh
    return fixtures.STAGE


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "yaml_file" in metafunc.fixturenames:
        files = sorted(_folder().glob("*.yaml"))
        metafunc.parametrize("yaml_file", files, ids=[file.stem for file in files])


def test_a_file_passes(stage: fixtures.Stage, yaml_file: Path) -> None:
    """Every test of the file passes, in its order, and none is skipped."""
    suite = _suite(yaml_file)
    result = unittest.TestResult()
    suite.run(result)
    problems = [text for _, text in result.failures + result.errors]
    assert not problems, "\n".join(problems)
    assert not result.skipped, result.skipped
    assert result.testsRun == suite.countTestCases()


def test_the_suite_is_complete() -> None:
    """All files and all tests of the release are there, so that none can be lost in silence."""
    files = list(_folder().glob("*.yaml"))
    assert len(files) == FILES
    assert sum(_suite(file).countTestCases() for file in files) == TESTS


def _suite(yaml_file: Path) -> unittest.TestSuite:
    return suitemaker.test_suite_from_dict(
        loader=unittest.TestLoader(),
        test_base_name=yaml_file.stem,
        suite_dict=utils.load_yaml(yaml_file=str(yaml_file)),
        test_directory=str(yaml_file.parent),
        host=str(uuid.uuid4()),
        port=None,
        fixture_module=fixtures,
        intercept=fixtures.application,
        handlers=[handler() for handler in handlers.RESPONSE_HANDLERS],
        test_loader_name=__name__,
    )
