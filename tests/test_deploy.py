"""What is in deploy/ fits the server: its settings exist, its files are there, and its scripts and units can be read.

No container is run here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml

from tests.helpers.repository import ROOT
from vigil.server.settings import all_settings, settings_from

DEPLOY = ROOT / "deploy"
VARIABLES = {each.variable for each in all_settings()}
ONLY_FOR_COMPOSE = {"VIGIL_DOMAIN", "VIGIL_UPSTREAM", "VIGIL_WHEEL_ENGINE"}


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_every_variable_is_a_setting(path: Any) -> None:
    named = set(re.findall(r"\bVIGIL_[A-Z_]+", path.read_text(encoding="utf-8")))
    assert named <= VARIABLES | ONLY_FOR_COMPOSE | {"VIGIL_NAME"}


def test_the_server_accepts_what_compose_gives_it() -> None:
    filled = {"POSTGRES_PASSWORD": "a1b2", "VIGIL_DOMAIN": "vigil.example"}

    def fill(match: re.Match[str]) -> str:
        return filled.get(match[1]) or match[2] or ""

    given = compose()["services"]["server"]["environment"]
    environment = {
        name: re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}", fill, str(value)) for name, value in given.items()
    }
    settings = settings_from(environment)
    assert settings.database_url == "postgresql://vigil:a1b2@database/vigil"
    assert settings.public_url == "https://vigil.example"


def test_the_proxy_that_is_trusted_is_the_one_that_is_there() -> None:
    services = compose()["services"]
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert services["server"]["environment"]["VIGIL_TRUSTED_PROXIES"] == address
    upstream = re.search(r"VIGIL_UPSTREAM:(\w+):(\d+)", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert upstream is not None
    assert upstream[1] in services
    assert f"EXPOSE {upstream[2]}" in (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def test_everything_that_compose_asks_for_is_in_the_example() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    example = set(re.findall(r"^(\w+)=", (DEPLOY / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked == example


@pytest.mark.parametrize("script", sorted(DEPLOY.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_well_formed_and_used_by_the_image(script: Any) -> None:
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    assert f"sh deploy/{script.name} " in (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_the_unit_has_no_errors() -> None:
    command = ["systemd-analyze", "verify", DEPLOY / "vigil.service"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    known = "Command /opt/vigil/bin/vigil is not executable"  # it is not installed here
    assert [line for line in said.splitlines() if "vigil.service" in line and known not in line] == []
