"""A call that is repeated with its key long after a crash, when the grant of the first call has expired."""

from __future__ import annotations

import io
from typing import BinaryIO, Optional, cast

import httpx
import pytest

from earshot import InvalidState

from .fake import GRANT, WAV, Service, both, refused

KEY = "call-42-of-november"


class Expiring:
    """Grants by key. Those of some keys have expired, or have audio that is too old for a job."""

    def __init__(self, expired: int = 0, old: tuple[str, ...] = ()) -> None:
        self.grants: dict[str, str] = {}
        self._expired = expired
        self._old = old
        self.service = Service(instead=self._answer)

    def _answer(self, request: httpx.Request) -> Optional[httpx.Response]:
        if request.url.path == "/v1/transcription-uploads":
            key = request.headers["idempotency-key"]
            grant = self.grants.setdefault(key, f"upl_{len(self.grants) + 1}")
            if list(self.grants).index(key) < self._expired:
                return refused(409, "upload_expired")
            return httpx.Response(201, json={**GRANT, "id": grant, "status": "issued"})
        if any(upload.encode() in request.content for upload in self._old):
            return refused(409, "upload_expired")
        return None


@both
@pytest.mark.parametrize(
    ("method", "made"),
    [("submit", "/v1/transcriptions"), ("files.upload", "/v1/files"), ("uploads.send", None)],
)
@pytest.mark.parametrize(
    "expired", [1, 2], ids=["a call that crashed while it uploaded", "two calls that crashed while they uploaded"]
)
def test_a_call_after_another_is_done_by_a_new_grant_and_makes_what_it_makes_with_its_own_key(
    way: str, method: str, made: Optional[str], expired: int
) -> None:
    world = Expiring(expired=expired)
    done = world.service.run(way, method, WAV, idempotency_key=KEY)
    asked = world.service.keys("uploads")
    assert (asked[0], len(set(asked))) == (KEY, expired + 1)
    assert len([one for one in world.service.requests if one.url.host == "s3.example"]) == 1
    if made is None:
        assert done == f"upl_{expired + 1}"
    else:
        assert world.service.keys(made) == [KEY]
        assert world.service.to(made)[0]["upload_id"] == f"upl_{expired + 1}"


@both
@pytest.mark.parametrize(("method", "made"), [("submit", "/v1/transcriptions"), ("files.upload", "/v1/files")])
def test_audio_that_was_uploaded_too_long_ago_is_uploaded_again(way: str, method: str, made: str) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    world = Expiring(old=("upl_1",))
    world.service.run(way, method, cast(BinaryIO, Pipe(WAV)), idempotency_key=KEY)
    posted = [body for body, one in zip(world.service.bodies, world.service.requests) if one.url.host == "s3.example"]
    assert [WAV in body for body in posted] == [True, True]
    assert world.service.keys(made) == [KEY, KEY]
    assert [one["upload_id"] for one in world.service.to(made)] == ["upl_1", "upl_2"]


def test_the_same_call_finds_the_grant_again_that_replaced_an_expired_one() -> None:
    worlds = [Expiring(expired=1), Expiring(expired=1)]
    for world in worlds:
        world.service.client().submit(WAV, idempotency_key=KEY)
    assert list(worlds[0].grants) == list(worlds[1].grants)


@both
def test_a_service_whose_grants_have_all_expired_is_not_asked_without_end(way: str) -> None:
    world = Expiring(expired=100)
    with pytest.raises(InvalidState) as caught:
        world.service.run(way, "submit", WAV, idempotency_key=KEY)
    assert (caught.value.type, len(world.service.requests)) == ("upload_expired", 3)


@both
def test_an_upload_that_is_cut_after_its_grant_has_expired_is_posted_to_a_new_grant(way: str) -> None:
    world = Expiring()
    message = "Invalid according to Policy: Policy expired."
    refusal = f"<Error><Code>AccessDenied</Code><Message>{message}</Message></Error>"
    answers = [httpx.Response(201), httpx.Response(403, text=refusal), httpx.Response(503)]
    world.service.store = lambda _: answers.pop()
    world.service.run(way, "submit", WAV, idempotency_key=KEY)
    assert (answers, len(world.grants)) == ([], 2)
    assert world.service.to("/v1/transcriptions") == [{"upload_id": "upl_2"}]
