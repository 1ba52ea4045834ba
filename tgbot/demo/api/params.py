"""The parameters of a call, however they were sent: query, form, multipart or JSON."""

from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

from tgbot.demo.errors import bad_request
from tgbot.demo.wire import dumps, loads


@dataclass(frozen=True, slots=True)
class File:
    """An uploaded file."""

    name: str
    content: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Params:
    """Every value as text, JSON values included, and the uploaded files by field name."""

    values: dict[str, str]
    files: dict[str, File]


def decode(query: str, content_type: str, body: bytes) -> Params:
    """Read a request; fields of the body win over those of the query. Raises ApiError when the body is broken."""
    values = dict(parse_qsl(query, keep_blank_values=True))
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/json" and body:
        return Params(values | from_json(body), {})
    if kind == "application/x-www-form-urlencoded":
        return Params(values | dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)), {})
    if kind == "multipart/form-data":
        form = _multipart(content_type, body)
        return Params(values | form.values, form.files)
    return Params(values, {})


def from_json(body: bytes) -> dict[str, str]:
    """Read a JSON object whose values may be anything. Raises ApiError when it is none."""
    try:
        fields = loads(body)
    except ValueError:
        raise bad_request("can't parse JSON object") from None
    if not isinstance(fields, dict):
        raise bad_request("expected an Object")
    return {name: as_text(value) for name, value in fields.items() if value is not None}


def as_text(value: object) -> str:
    """Return a JSON value as the form field it would have been."""
    return value if isinstance(value, str) else dumps(value).decode()


def _multipart(content_type: str, body: bytes) -> Params:
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    values: dict[str, str] = {}
    files: dict[str, File] = {}
    for part in BytesParser(policy=HTTP).parsebytes(head + body).iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes):
            continue
        filename = part.get_filename()
        if filename is None:
            values[name] = content.decode("utf-8", "replace")
        else:
            files[name] = File(filename, content, part.get_content_type())
    return Params(values, files)
