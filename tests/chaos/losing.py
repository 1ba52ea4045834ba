"""Tapes on which a post is missing or comes twice: what the run destroyed excuses that, and nothing else does."""

from tests.chaos.spoiling import Fault, reveals
from tests.chaos.tape import Evidence, Line


def _taken_for_lost(evidence: Evidence, harm: str, why: str | None) -> Line:
    """Have a post met by a harm, settled as perhaps sent, and told by a card afterwards; returns the call."""
    call = evidence.calls.pop(reveals(evidence)[0])
    notes = [line for line in evidence.workers if str(line.get("table")) == call["chat"] and line["do"] == "settle"]
    next(line for line in notes if line["t"] >= call["t"])["lost"] = True
    missed = call | {"done": False, "harm": harm, "why": why}
    evidence.calls += [missed, call | {"text": f"Zuletzt: {call['text'][2:]}"}]
    return missed


def an_answer_is_destroyed(evidence: Evidence) -> None:
    """Nobody can tell whether the post was sent, and a card tells it: no fault."""
    _taken_for_lost(evidence, "silence", None)


def a_server_breaks(evidence: Evidence) -> None:
    """A 500 leaves open whether the post was sent: no fault."""
    _taken_for_lost(evidence, "error", "Internal Server Error")


def a_stopped_worker_takes_its_mark_back_too_late(evidence: Evidence) -> None:
    """Another one has settled the post meanwhile: no fault."""
    _taken_for_lost(evidence, "flood", None)
    settle = next(line for line in evidence.workers if line["do"] == "settle" and line["lost"])
    whom, post, at = settle["by"], settle["post"], settle["t"]
    notes = [line for line in evidence.workers if line.get("post") == post and line["table"] == settle["table"]]
    begin = next(line["t"] for line in reversed(notes) if line["do"] == "attempt")
    for line in notes:
        line["by"] = "worker-9-9" if line["do"].startswith("settle") else whom
    evidence.workers.append(settle | {"do": "retract made", "by": whom, "t": at + 0.2})
    evidence.workers.sort(key=lambda line: float(line["t"]))
    evidence.harms += [{"t": t, "what": what, "whom": whom} for t, what in ((begin, "stop"), (at + 0.1, "continue"))]


def a_flood_wait_is_taken_for_perhaps_sent(evidence: Evidence) -> None:
    """A 429 says that it was not."""
    _taken_for_lost(evidence, "flood", None)


def a_post_is_dropped_at_a_closed_door(evidence: Evidence) -> None:
    """A 403 says so, too."""
    _taken_for_lost(evidence, "error", "Forbidden: bot was kicked from the supergroup chat")


def a_post_is_dropped_at_a_restart(evidence: Evidence) -> None:
    """There is a 500 which says so."""
    _taken_for_lost(evidence, "error", "Internal Server Error: restart")


def another_post_is_destroyed(evidence: Evidence) -> None:
    """The call that was destroyed carried something else."""
    _taken_for_lost(evidence, "silence", None)["text"] = "Hier ist gerade kein Tisch offen."


def a_worker_is_killed_elsewhere(evidence: Evidence) -> None:
    """A worker is killed, but not the one that sends the post."""
    call = _taken_for_lost(evidence, "flood", None)
    evidence.harms.append({"t": call["t"], "what": "kill", "whom": "worker-9-9"})


def _comes_late(evidence: Evidence, sent: float) -> None:
    """Have a worker stopped on its way with a post, and the post once more when it wakes; its call began at `sent`."""
    call = evidence.calls[reveals(evidence)[-1]]
    table = int(call["chat"])
    attempt = next(
        line
        for line in reversed(evidence.workers)
        if line["do"] == "attempt" and line["table"] == table and line["t"] <= call["t"]
    )
    whom, at = attempt["by"], call["t"]
    evidence.harms += [{"t": at + 0.2, "what": "stop", "whom": whom}, {"t": at + 1, "what": "continue", "whom": whom}]
    ours = [line for line in evidence.workers if line["do"] == "send" and (line["by"], line["table"]) == (whom, table)]
    for line in ours:
        evidence.workers.remove(line)
    evidence.workers.append({"t": at + sent, "do": "send", "table": table, "by": whom})
    evidence.calls.append(call | {"t": at + 1.5})


def a_call_under_way_is_stopped(evidence: Evidence) -> None:
    """The worker had asked everything when it was stopped: nothing it could do, no fault."""
    _comes_late(evidence, 0.1)


def a_woken_worker_sends_without_asking(evidence: Evidence) -> None:
    """It begins its call after it woke, when another one has told the post already."""
    _comes_late(evidence, 1.2)


EXCUSED: list[Fault] = [
    an_answer_is_destroyed,
    a_server_breaks,
    a_call_under_way_is_stopped,
    a_stopped_worker_takes_its_mark_back_too_late,
]
UNEXCUSED: list[Fault] = [
    a_flood_wait_is_taken_for_perhaps_sent,
    a_post_is_dropped_at_a_closed_door,
    a_post_is_dropped_at_a_restart,
    another_post_is_destroyed,
    a_worker_is_killed_elsewhere,
    a_woken_worker_sends_without_asking,
]
