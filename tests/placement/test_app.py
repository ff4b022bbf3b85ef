"""The service put together: what is answered before and beside its resources."""

from __future__ import annotations

import os
import subprocess
import sys
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from servers import inside
from servers.mariadb import MariaDB
from servers.process import environment
from servers.wire import Caller

PEOPLE = {"OpenStack-API-Version": "placement latest"}
ADMIN = {**PEOPLE, "X-Auth-Token": "admin"}
JSON = "application/json"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> inside.Inside:
    """One service that no test changes."""
    return inside.Inside(inside.service(tmp_path_factory.mktemp("service")))


@pytest.mark.parametrize("path", ["/", ""])
def test_discovery_needs_no_token(service: inside.Inside, path: str) -> None:
    """The range of versions, and a link to this same place."""
    answer = service.ask("GET", path)
    assert answer.status == 200
    assert answer.json() == {
        "versions": [
            {
                "id": "v1.0",
                "max_version": "1.39",
                "min_version": "1.0",
                "status": "CURRENT",
                "links": [{"rel": "self", "href": ""}],
            }
        ]
    }
    assert answer.headers["openstack-api-version"] == "placement 1.0"
    assert "last-modified" not in answer.headers


def test_discovery_says_from_1_15_when_it_was_made(service: inside.Inside) -> None:
    """Now, and that it is not to be kept."""
    answer = service.ask("GET", "/", headers={"OpenStack-API-Version": "placement 1.15"})
    assert answer.headers["cache-control"] == "no-cache"
    assert parsedate_to_datetime(answer.headers["last-modified"])


class TestErrors:
    """The errors form of OpenStack, as clients of Placement parse it."""

    def one(self, answer: Any) -> dict[str, Any]:
        (error,) = answer.json()["errors"]
        return error

    def test_an_error_has_a_request_id_and_from_1_23_a_code(self, service: inside.Inside) -> None:
        """The code is one for all that have none of their own."""
        answer = Caller(service, "1.22").ask("GET", "/nowhere")
        assert self.one(answer) == {
            "status": 404,
            "title": "Not Found",
            "detail": "The resource could not be found.\n\n   ",
            "request_id": answer.headers["x-openstack-request-id"],
        }
        error = self.one(Caller(service, "1.23").ask("GET", "/nowhere"))
        assert error["code"] == "placement.undefined_code"

    def test_a_version_out_of_range_is_answered_with_the_range(
        self, service: inside.Inside
    ) -> None:
        """406 with both ends, so that a client can ask again."""
        answer = Caller(service, "1.40").ask("GET", "/traits")
        error = self.one(answer)
        assert answer.status == error["status"] == 406
        assert (error["min_version"], error["max_version"]) == ("1.0", "1.39")
        assert error["detail"] == (
            "The resource could not be generated that was acceptable to your browser (content of"
            " type application/json. \n\n"
            " Invalid microversion: Unacceptable version header: 1.40"
        )
        assert "code" not in error

    def test_a_406_for_the_media_type_has_no_range(self, service: inside.Inside) -> None:
        """It is another kind of not acceptable."""
        headers = {"X-Auth-Token": "admin", "Accept": "text/html, application/json;q=0", **PEOPLE}
        answer = service.ask("GET", "/traits", headers=headers)
        assert answer.status == 406
        assert b"1.39" not in answer.body

    def test_a_version_that_cannot_be_read_is_a_bad_request(self, service: inside.Inside) -> None:
        """400, in the words of the reference."""
        error = self.one(Caller(service, "new").ask("GET", "/traits"))
        assert error["status"] == 400
        assert error["detail"].endswith(
            " Invalid microversion: invalid version string: new;"
            " invalid literal for int() with base 10: 'new'  "
        )

    def test_without_a_token_the_form_is_another(self, service: inside.Inside) -> None:
        """401 comes from before the API; clients know its form."""
        answer = service.ask("GET", "/traits")
        assert answer.status == 401
        assert answer.json()["code"] == "401 Unauthorized"
        assert answer.json()["title"] == "Unauthorized"
        assert answer.json()["message"].startswith("This server could not verify that you are")

    def test_markup_in_a_name_does_not_come_back(self, service: inside.Inside) -> None:
        """APPSEC: an error page must not carry what someone put into a link."""
        answer = Caller(service).ask("GET", "/traits/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
        assert b"script" not in answer.body


def test_metrics_tell_of_the_index_and_of_retries(tmp_path: Path) -> None:
    """Beside requests; without a token."""
    service = inside.Inside(inside.service(tmp_path))
    caller = Caller(service)
    caller.must("POST", "/resource_providers", {"name": "a"})
    caller.must("GET", "/allocation_candidates?resources=VCPU:1")
    page = service.ask("GET", "/metrics").body.decode().splitlines()
    numbers = {row.rpartition(" ")[0]: row.rpartition(" ")[2] for row in page}
    assert numbers['stowage_index_providers{service="placement"}'] == "1.0"
    assert numbers['stowage_index_reloads_total{service="placement"}'] == "1.0"
    assert numbers['stowage_claim_retries_total{service="placement"}'] == "0.0"
    assert numbers['stowage_journal_gaps{service="placement"}'] == "0.0"
    assert float(numbers['stowage_journal_lag_seconds{service="placement"}']) < 60
    assert any('route="/allocation_candidates"' in row for row in page)


ASK = """
import io, sys
from stowage.placement.wsgi import application
environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SCRIPT_NAME": "", "QUERY_STRING": "",
    "wsgi.errors": sys.stderr, "wsgi.input": io.BytesIO()}
print(b"".join(application(environ, lambda *answer: print(answer[0]))).decode())
"""


def test_any_wsgi_server_can_import_the_application(tmp_path: Path) -> None:
    """``stowage.placement.wsgi:application``, configured by its environment, on new tables."""
    (tmp_path / "placement.conf").write_text(
        f"[placement_database]\nconnection = sqlite:///{tmp_path}/books.sqlite\n"
        "sync_on_startup = true\n[api]\nauth_strategy = noauth2\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment({"OS_PLACEMENT_CONFIG_DIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "\n200 OK\n" in done.stdout, done.stderr
    assert '"max_version":"1.39"' in done.stdout


def test_a_wrong_configuration_stops_the_import(tmp_path: Path) -> None:
    """At start, not at the first request."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment({"HOME": str(tmp_path), "PATH": os.environ["PATH"]}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "connection" in done.stderr


def test_the_cloud_is_read_before_the_first_request(tmp_path: Path) -> None:
    """A restart with many hosts must not show in anybody's answer."""
    inside.Inside(inside.service(tmp_path)).ask(
        "POST", "/resource_providers", b'{"name": "host"}', {**ADMIN, "Content-Type": JSON}
    )
    again = inside.Inside(inside.service(tmp_path))
    lines = again.ask("GET", "/metrics").body.decode().splitlines()
    assert 'stowage_index_providers{service="placement"} 1.0' in lines


def test_a_database_that_is_away_is_503(tmp_path: Path) -> None:
    """Reads, writes and the index say so, without a word of the driver; nothing is a 500."""
    database = MariaDB()
    try:
        service = inside.Inside(inside.service(tmp_path, database.new_database()))
        assert service.ask("GET", "/resource_providers", headers=ADMIN).status == 200
    finally:
        database.stop()
    asked = [
        ("GET", "/resource_providers", None),
        ("GET", f"/allocations/{uuid4()}", None),
        ("POST", "/resource_providers", b'{"name": "host"}'),
    ]
    for method, path, body in asked:
        answer = service.ask(method, path, body, {**ADMIN, "Content-Type": JSON})
        assert answer.status == 503
        (error,) = answer.json()["errors"]
        assert "The database does not answer. Please try again later." in error["detail"]
