"""An existing placement.conf, and the environment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from oslo_config import cfg

from stowage.placement import app, config, settings

EXISTING = """
[DEFAULT]
debug = true
log_dir = /var/log/placement
use_journal = false
tempdir = /var/tmp
state_path = /var/lib/placement
log_options = false
transport_url = rabbit://guest@localhost

[api]
auth_strategy = noauth2

[placement_database]
connection = mysql+pymysql://placement:secret@db/placement?charset=utf8
connection_parameters = ssl_ca=/etc/ca.pem
max_pool_size = 7
max_overflow = 9
pool_timeout = 11
connection_recycle_time = 600
mysql_sql_mode = ANSI
slave_connection = mysql+pymysql://placement:secret@replica/placement
connection_debug = 0
connection_trace = true
max_retries = -1
retry_interval = 3
sync_on_startup = true

[placement]
randomize_allocation_candidates = true
max_allocation_candidates = 100000
allocation_candidates_generation_strategy = breadth-first
allocation_conflict_retry_count = 21
incomplete_consumer_project_id = 11111111-1111-1111-1111-111111111111
incomplete_consumer_user_id = 22222222-2222-2222-2222-222222222222

[workarounds]
optimize_for_wide_provider_trees = true

[keystone_authtoken]
auth_url = http://keystone:5000/v3
auth_type = password
username = placement
password = secret
project_name = service
memcached_servers = cache:11211

[cors]
allowed_origin = https://horizon.example

[oslo_policy]
enforce_scope = true
enforce_new_defaults = false
policy_file = mine.yaml

[oslo_middleware]
enable_proxy_headers_parsing = true

[profiler]
enabled = false
hmac_keys = SECRET

[oslo_reports]
log_dir = /tmp
"""


@pytest.fixture(autouse=True)
def no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine of the developer has set."""
    monkeypatch.delenv(config.DIRECTORY_VARIABLE, raising=False)


@pytest.fixture
def existing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of an existing configuration, named as operators name it."""
    (tmp_path / "placement.conf").write_text(EXISTING)
    monkeypatch.setenv(config.DIRECTORY_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("existing")
def test_an_existing_file_works_unchanged() -> None:
    """Every option of it is read, accepted or ignored; none is an error."""
    conf = config.load()
    assert settings.from_conf(conf) == settings.Settings(
        randomize_allocation_candidates=True,
        max_allocation_candidates=100000,
        allocation_candidates_generation_strategy="breadth-first",
        allocation_conflict_retry_count=21,
        incomplete_consumer_project_id="11111111-1111-1111-1111-111111111111",
        incomplete_consumer_user_id="22222222-2222-2222-2222-222222222222",
    )
    assert conf.cors.allowed_origin == ["https://horizon.example"]
    assert conf.oslo_middleware.enable_proxy_headers_parsing
    assert conf.oslo_policy.policy_file == "mine.yaml"
    assert conf.placement_database.sync_on_startup


@pytest.mark.usefixtures("existing")
def test_the_ledger_is_opened_as_the_file_says() -> None:
    """With the options of oslo.db under their own names."""
    assert config.database_options(config.load()) == {
        "retries": 21,
        "connection_parameters": "ssl_ca=/etc/ca.pem",
        "max_pool_size": 7,
        "max_overflow": 9,
        "pool_timeout": 11,
        "connection_recycle_time": 600,
        "mysql_sql_mode": "ANSI",
        "sqlite_synchronous": True,
        "connection_debug": 0,
        "max_retries": -1,
        "retry_interval": 3,
    }


@pytest.mark.usefixtures("existing")
def test_the_environment_overrules_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """``OS_<GROUP>__<OPTION>``."""
    monkeypatch.setenv("OS_PLACEMENT_DATABASE__CONNECTION", "sqlite:///x")
    monkeypatch.setenv("OS_PLACEMENT__MAX_ALLOCATION_CANDIDATES", "5")
    monkeypatch.setenv("OS_DEFAULT__DEBUG", "false")
    conf = config.load()
    assert conf.placement_database.connection == "sqlite:///x"
    assert conf.placement.max_allocation_candidates == 5
    assert conf.debug is False


def test_the_environment_alone_is_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a container, without a file."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("OS_PLACEMENT_DATABASE__CONNECTION", "sqlite:///x")
    conf = config.load()
    assert conf.placement_database.connection == "sqlite:///x"
    assert conf.api.auth_strategy == "keystone"
    assert settings.from_conf(conf) == settings.Settings()


def test_without_a_database_nothing_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As upstream: the one option that is required."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("OS_PLACEMENT_DATABASE__CONNECTION", raising=False)
    with pytest.raises(cfg.RequiredOptError, match="connection"):
        config.load()


def test_a_directory_without_a_file_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An operator who names a directory wants it to be read."""
    monkeypatch.setenv(config.DIRECTORY_VARIABLE, str(tmp_path))
    with pytest.raises(cfg.ConfigFilesNotFoundError):
        config.load()


@pytest.mark.parametrize(
    ("group", "option", "value"),
    [
        ("api", "auth_strategy", "basic"),
        ("placement", "allocation_candidates_generation_strategy", "sideways"),
        ("placement", "max_allocation_candidates", "many"),
    ],
)
def test_a_value_that_does_not_fit_is_told_at_start(
    existing: Path, group: str, option: str, value: str
) -> None:
    """With the name of the option."""
    text = EXISTING.replace("[workarounds]", "[elsewhere]")
    lines = [f"{option} = {value}" if row.startswith(option) else row for row in text.splitlines()]
    (existing / "placement.conf").write_text("\n".join(lines))
    with pytest.raises(ValueError, match=option):
        app.check(config.load())


def test_the_old_place_of_auth_strategy_is_known(existing: Path) -> None:
    """``[DEFAULT] auth_strategy``, as in files of long ago."""
    text = EXISTING.replace("[api]\nauth_strategy = noauth2", "").replace(
        "[DEFAULT]", "[DEFAULT]\nauth_strategy = noauth2"
    )
    (existing / "placement.conf").write_text(text)
    assert config.load().api.auth_strategy == "noauth2"


def test_samples_can_be_generated(tmp_path: Path) -> None:
    """By the tools that operators know: every option and every rule, with what it is for."""
    tools = Path(sys.executable).parent
    namespace = ["--namespace", "stowage.placement"]
    sample, rules = tmp_path / "placement.conf.sample", tmp_path / "policy.yaml.sample"
    for tool, output in (("oslo-config-generator", sample), ("oslopolicy-sample-generator", rules)):
        command = [str(tools / tool), *namespace, "--output-file", str(output)]
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    assert "#max_allocation_candidates = -1" in sample.read_text()
    assert "[placement_database]" in sample.read_text()
    assert '#"placement:reshaper:reshape": "rule:service_api"' in rules.read_text()
