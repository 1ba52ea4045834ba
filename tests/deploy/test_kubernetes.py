"""Many workers: the manifests agree with each other and with the bot."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml


@pytest.fixture
def folder(root: Path) -> Path:
    """Where the manifests lie."""
    return root / "deploy" / "kubernetes"


@pytest.fixture
def manifests(folder: Path) -> dict[str, Any]:
    """Every object by its kind; there is one of each."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))]
    objects = [found for text in texts for found in yaml.safe_load_all(text)]
    by_kind = {found["kind"]: found for found in objects}
    assert len(by_kind) == len(objects) == 7
    return by_kind


@pytest.fixture
def pod(manifests: dict[str, Any]) -> dict[str, Any]:
    """What a worker's pod consists of."""
    found: dict[str, Any] = manifests["Deployment"]["spec"]["template"]["spec"]
    return found


@pytest.fixture
def bot(pod: dict[str, Any]) -> dict[str, Any]:
    """The one container of a worker."""
    (found,) = pod["containers"]
    bot: dict[str, Any] = found
    return bot


def test_all_files_are_applied(folder: Path, manifests: dict[str, Any]) -> None:
    """No manifest lies in the folder unused."""
    others = {path.name for path in folder.iterdir()} - {"kustomization.yaml"}

    assert set(manifests["Kustomization"]["resources"]) == others


def test_three_workers_and_never_fewer_than_two(manifests: dict[str, Any]) -> None:
    """A drained machine or a new version takes one worker at a time."""
    selector = manifests["Deployment"]["spec"]["selector"]

    assert manifests["Deployment"]["spec"]["replicas"] == 3
    assert manifests["PodDisruptionBudget"]["spec"] == {"maxUnavailable": 1, "selector": selector}
    assert manifests["Service"]["spec"]["selector"] == selector["matchLabels"]


def test_settings_are_settings(manifests: dict[str, Any], settings: set[str]) -> None:
    """The open settings are understood by the bot, and no secret is among them."""
    names = set(manifests["ConfigMap"]["data"])

    assert names <= settings
    assert names & {"TELEGRAM_BOT_TOKEN", "WEBHOOK_SECRET", "REDIS_URL"} == set()


def test_secrets_are_referred_to(bot: dict[str, Any], manifests: dict[str, Any]) -> None:
    """The worker reads the secret, which no file here holds."""
    assert {"secretRef": {"name": "tgbot"}} in bot["envFrom"]
    assert {"configMapRef": {"name": manifests["ConfigMap"]["metadata"]["name"]}} in bot["envFrom"]
    assert "Secret" not in manifests


def test_probes_ask_the_right_question(bot: dict[str, Any]) -> None:
    """A worker without its store gets no calls, but is not restarted for it."""
    assert bot["readinessProbe"]["httpGet"]["path"] == "/health/ready"
    assert bot["livenessProbe"]["httpGet"]["path"] == "/health/live"


def test_ports_agree(bot: dict[str, Any], manifests: dict[str, Any]) -> None:
    """The bot listens where it is called, on all addresses of its pod."""
    said = manifests["ConfigMap"]["data"]

    assert said["LISTEN_HOST"] == "0.0.0.0"  # noqa: S104 -- a pod's own network
    assert said["LISTEN_PORT"] == str(bot["ports"][0]["containerPort"])


def test_only_the_webhook_is_public(manifests: dict[str, Any]) -> None:
    """The cluster's door knows the host of PUBLIC_URL and one path."""
    (rule,) = manifests["Ingress"]["spec"]["rules"]
    (path,) = rule["http"]["paths"]

    assert rule["host"] == urlsplit(manifests["ConfigMap"]["data"]["PUBLIC_URL"]).hostname
    assert (path["path"], path["pathType"]) == ("/telegram", "Exact")


def test_rights_are_few(pod: dict[str, Any], bot: dict[str, Any]) -> None:
    """A worker is not root, cannot become it, and writes nowhere but to its own scratch folder."""
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert bot["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def test_a_stop_has_time(pod: dict[str, Any], bot: dict[str, Any]) -> None:
    """The time to stop covers the wait before it, and the CPU is not throttled."""
    assert pod["terminationGracePeriodSeconds"] >= bot["lifecycle"]["preStop"]["sleep"]["seconds"] + 30
    assert set(bot["resources"]["limits"]) == {"memory"}
