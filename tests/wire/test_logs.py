"""Log lines: those of oslo.log, for less."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from oslo_config import cfg
from oslo_log import formatters

from stowage.wire import access_log, logs, trace
from stowage.wire.actor import Actor

LOG = logging.getLogger("stowage.test")
GLOBAL_ID = "req-7c8f2b1e-1111-2222-3333-444455556666"
BOB = {"X-Auth-Token": "bob:blue"}

pytestmark = pytest.mark.usefixtures("plain_logging")


@pytest.fixture
def log(make_conf: Callable[..., cfg.ConfigOpts], tmp_path: Path) -> Callable[..., Any]:
    """Set logging up with options; returns a function that reads the lines written so far."""

    def setup(options: str = "") -> Callable[[], list[str]]:
        path = tmp_path / "store.log"
        conf = make_conf(f"[DEFAULT]\nlog_file = {path}\n{options}\n")
        logs.setup(conf, "store")
        return lambda: path.read_text().splitlines()

    return setup


@pytest.fixture
def request_of_bob() -> Iterator[trace.Trace]:
    """A request that this thread is working on."""
    environ = {
        "HTTP_X_OPENSTACK_REQUEST_ID": GLOBAL_ID,
        "HTTP_X_USER_ID": "bob",
        "HTTP_X_PROJECT_ID": "blue",
    }
    current = trace.begin(environ)
    current.actor = Actor(user_id="bob", project_id="blue")
    yield current
    trace.end()


def test_a_line_names_the_request_that_it_belongs_to(log: Any, request_of_bob: trace.Trace) -> None:
    """The global id, the own id, user and project; at INFO."""
    lines = log()
    LOG.info("%d of %s", 3, "four")
    (line,) = lines()
    pid, request_id = logging.os.getpid(), request_of_bob.request_id  # type: ignore[attr-defined]
    assert re.fullmatch(
        rf"\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{{3}} {pid} INFO stowage\.test"
        rf" \[{GLOBAL_ID} {request_id} bob blue - - - -\] 3 of four",
        line,
    )


FORMATS = [
    "",
    "log_date_format = %H:%M",
    "logging_context_format_string = %(levelname)s <%(user_identity)s> %(message)s",
    "logging_context_format_string = %(request_id)s %(isotime).4s %(message)s",
    "logging_context_format_string = %(request_id)s %(project_id)s %(user)s %(message)s",
    "logging_context_format_string = %(color)s%(resource)s%(project)s %(lineno)d %(message)s",
    "logging_user_identity_format = u=%(user)s p=%(project)s s=%(system_scope)s",
    "logging_user_identity_format = n=%(user_name)s p=%(project)s",
    "debug = true",
    "debug = true\nlogging_debug_format_suffix = at %(funcName)s",
]


@pytest.mark.parametrize("options", FORMATS)
def test_lines_are_those_of_oslo_log(
    make_conf: Callable[..., cfg.ConfigOpts], request_of_bob: trace.Trace, options: str
) -> None:
    """Whatever format is configured, at every level, with and without a fault."""
    conf = make_conf(f"[DEFAULT]\n{options}\n")
    ours = logs.TraceFormatter(conf, "store", "1", conf.log_date_format)
    theirs = formatters.ContextFormatter(
        project="store", version="1", datefmt=conf.log_date_format, config=conf
    )
    for record in _records():
        copy = logging.makeLogRecord(record.__dict__)
        copy.context = request_of_bob.oslo_context()  # type: ignore[attr-defined]
        assert ours.format(record) == theirs.format(copy)


def _records() -> list[logging.LogRecord]:
    try:
        raise ValueError("a fault")
    except ValueError as fault:
        exc_info = (type(fault), fault, fault.__traceback__)
    rows: list[tuple[int, str, Any]] = [
        (logging.DEBUG, "looking", None),
        (logging.INFO, "found 100%", None),
        (logging.WARNING, "hm", None),
        (logging.ERROR, "broken", exc_info),
        (logging.INFO, "with a fault", exc_info),
    ]
    return [
        logging.LogRecord("stowage.x", level, "/x.py", 7, words, (), fault, "f")
        for level, words, fault in rows
    ]


def test_outside_of_a_request_lines_are_plain(log: Any) -> None:
    """No ids are made up."""
    lines = log()
    LOG.info("started")
    assert lines()[0].endswith("INFO stowage.test [-] started")


def test_a_finished_request_leaves_nothing_behind(log: Any) -> None:
    """Not even after a line that needed the costly context."""
    lines = log()
    trace.begin({"HTTP_X_USER_ID": "bob"})
    LOG.warning("hm")
    trace.end()
    LOG.info("idle")
    assert "bob" in lines()[0]
    assert lines()[1].endswith("[-] idle")


def test_json_lines_name_the_request_too(log: Any, request_of_bob: trace.Trace) -> None:
    """``use_json``: the formatter of oslo.log, with the context that it asks for."""
    lines = log("use_json = true")
    LOG.info("counted")
    line = json.loads(lines()[0])
    assert line["message"] == "counted"
    assert line["context"]["request_id"] == request_of_bob.request_id
    assert line["context"]["global_request_id"] == GLOBAL_ID


def test_a_log_directory_and_a_level_are_honoured(
    make_conf: Callable[..., cfg.ConfigOpts], tmp_path: Path
) -> None:
    """``log_dir`` names the file after the program, ``debug`` lets debug lines through."""
    conf = make_conf(f"[DEFAULT]\nlog_dir = {tmp_path}\nlog_file = here.log\ndebug = true\n")
    logs.setup(conf, "store")
    LOG.debug("looking")
    assert "DEBUG stowage.test [-] looking" in (tmp_path / "here.log").read_text()


def test_a_log_configuration_of_the_operator_is_honoured(
    make_conf: Callable[..., cfg.ConfigOpts], tmp_path: Path, request_of_bob: trace.Trace
) -> None:
    """``log_config_append``: its handlers, with the lean formatter where it names oslo.log's."""
    path = tmp_path / "logging.conf"
    path.write_text(LOGGING_CONF.format(path=tmp_path / "own.log"))
    logs.setup(make_conf(f"[DEFAULT]\nlog_config_append = {path}\n"), "store")
    LOG.info("counted")
    assert f"{request_of_bob.request_id} bob blue" in (tmp_path / "own.log").read_text()


LOGGING_CONF = """
[loggers]
keys = root
[handlers]
keys = file
[formatters]
keys = context
[logger_root]
level = INFO
handlers = file
[handler_file]
class = FileHandler
args = ('{path}',)
formatter = context
[formatter_context]
class = oslo_log.formatters.ContextFormatter
"""


class TestAccessLog:
    """One line a request."""

    def test_it_says_who_asked_what_and_what_came_of_it(self, log: Any, service: Any) -> None:
        """With both request ids, at INFO."""
        lines = log()
        answer = service("GET", "/things?a=b", {**BOB, "X-OpenStack-Request-ID": GLOBAL_ID})
        line = lines()[-1]
        own_id = answer.headers["x-openstack-request-id"]
        assert f"INFO stowage.wire.access_log [{GLOBAL_ID} {own_id} bob blue - - - -]" in line
        assert re.search(
            rf'192\.0\.2\.7 "GET /things\?a=b" status: 200 len: {len(answer.body)}'
            r" microversion: 1\.0 time: 0\.\d{6}$",
            line,
        )

    def test_it_writes_of_refused_requests_too(self, log: Any, service: Any) -> None:
        """Where no version was agreed on there is none."""
        lines = log()
        service("GET", "/things")
        assert "status: 401" in lines()[-1]
        assert "microversion: - time:" in lines()[-1]
        service("DELETE", "/things/a", BOB)
        assert "status: 204 len: - microversion: 1.0" in lines()[-1]

    def test_it_shows_the_path_that_the_client_sees(self, log: Any, service: Any) -> None:
        """Prefix and all, as text."""
        lines = log()
        service("GET", "/things/caf\xc3\xa9", BOB, SCRIPT_NAME="/store")
        assert '"GET /store/things/caf\u00e9"' in lines()[-1]

    def test_no_one_can_write_a_line_of_their_own(self, log: Any, service: Any) -> None:
        """A line break in a path or a method stays within its line."""
        lines = log()
        service("GET", "/things/a\n2026 INFO forged", BOB)
        service("G\nET", "/things/a", BOB)
        assert len([line for line in lines() if "access_log" in line]) == 2
        assert r"/things/a\n2026 INFO forged" in lines()[0]

    def test_it_is_silent_when_the_operator_wants_it_so(self, log: Any, service: Any) -> None:
        """Levels are set by logger."""
        lines = log("default_log_levels = stowage.wire.access_log=WARN")
        service("GET", "/things", BOB)
        assert lines() == []
        access_log.LOG.setLevel(logging.NOTSET)
