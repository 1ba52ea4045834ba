"""sendPhoto, sendDocument, getFile: files are stored whole and sent again by their id."""

import secrets
from typing import Any

from tgbot.demo.api.call import Call, Methods
from tgbot.demo.api.sending import deliver, known_mentions
from tgbot.demo.errors import bad_request
from tgbot.demo.text.formatted import caption
from tgbot.demo.wire import Json
from tgbot.demo.world.message import Kind
from tgbot.demo.world.world import Upload

_PHOTO_BYTES = 10 * 1024 * 1024
_DOCUMENT_BYTES = 50 * 1024 * 1024
# The stand-in does not look into pictures, so all of them are shown at one size.
_SIDE = 512


async def send_photo(call: Call) -> Any:
    """Send a picture."""
    upload = _upload(call, "photo", _PHOTO_BYTES)
    size = _card(upload) | {"width": _SIDE, "height": _SIDE}
    return await deliver(call, Kind.PHOTO, {"photo": [size]} | _caption(call))


async def send_document(call: Call) -> Any:
    """Send a file."""
    upload = _upload(call, "document", _DOCUMENT_BYTES)
    described = _card(upload) | {"file_name": upload.name, "mime_type": upload.content_type}
    return await deliver(call, Kind.DOCUMENT, {"document": described} | _caption(call))


async def get_file(call: Call) -> Any:
    """Tell where a file can be downloaded."""
    upload = call.world.uploads.get(call.text("file_id"))
    if upload is None:
        raise bad_request("invalid file_id")
    return _card(upload) | {"file_path": upload.path}


def _upload(call: Call, kind: str, most: int) -> Upload:
    """Store an uploaded file, or find one that was stored before by its id."""
    file = call.file(kind)
    if file is None:
        known = call.world.uploads.get(call.text(kind))
        if known is not None:
            return known
        if not call.text(kind):
            raise bad_request(f"there is no {kind} in the request")
        raise bad_request("wrong remote file identifier specified: can't unserialize it")
    if not file.content:
        raise bad_request("file must be non-empty")
    if len(file.content) > most:
        raise bad_request("file is too big")
    folder, number = f"{kind}s", len(call.world.uploads)
    name = file.name or f"file_{number}"
    upload = Upload(
        f"AgACAgI{secrets.token_urlsafe(40)}", f"{folder}/{number}_{name}", name, file.content, file.content_type
    )
    call.world.uploads[upload.id] = upload
    return upload


def _card(upload: Upload) -> Json:
    return {"file_id": upload.id, "file_unique_id": upload.id[-16:], "file_size": len(upload.content)}


def _caption(call: Call) -> Json:
    text = caption(call.text("caption"), call.text("parse_mode"), call.text("caption_entities"))
    if not text.text:
        return {}
    known = known_mentions(call.world, text)
    body: Json = {"caption": known.text}
    return body | {"caption_entities": list(known.entities)} if known.entities else body


METHODS: Methods = {"sendPhoto": send_photo, "sendDocument": send_document, "getFile": get_file}
