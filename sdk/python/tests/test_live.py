"""Against a running service: EARSHOT_BASE_URL and EARSHOT_API_KEY name it, test/foreign/sdk-python.test.ts starts one."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from earshot import AsyncEarshot, Earshot, InvalidRequest, InvalidState, NotFound
from earshot.types import RealtimeAudio, RealtimeEvent

BASE_URL = os.environ.get("EARSHOT_BASE_URL", "")
API_KEY = os.environ.get("EARSHOT_API_KEY", "")
ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "local/samples/two-cities.ogg"

pytestmark = pytest.mark.skipif(not BASE_URL, reason="EARSHOT_BASE_URL names no service")


def test_a_recording_is_uploaded_with_progress_transcribed_read_as_files_listed_and_deleted() -> None:
    sent: list[float] = []
    seen: list[str] = []
    with Earshot(BASE_URL, API_KEY) as earshot:
        job = earshot.transcribe(
            SAMPLE,
            language_hints=["en"],
            client_reference_id="call-py",
            metadata={"team": "support"},
            on_upload=lambda done, total: sent.append(done / total),
            on_progress=lambda one: seen.append(one["status"]),
        )
        assert re.search("best of times.*worst of times", job["transcript"] or "", re.I | re.S)
        assert (sent[-1], seen[-1]) == (1, "completed")
        assert job["metadata"] == {"team": "support"}
        assert job["request"] and job["request"]["filename"] == "two-cities.ogg"
        assert earshot.transcriptions.srt(job["id"]).startswith("1\n00:00:")
        assert earshot.transcriptions.vtt(job["id"]).startswith("WEBVTT")
        assert len(earshot.transcriptions.words(job["id"])["segments"][0]["words"]) > 5
        assert [one["id"] for one in earshot.transcriptions.list(client_reference_id="call-py")] == [job["id"]]
        earshot.transcriptions.delete(job["id"])
        with pytest.raises(InvalidState):
            earshot.transcriptions.srt(job["id"])


def test_the_asynchronous_client_finds_the_same_job_when_a_call_is_repeated_with_its_key() -> None:
    async def main() -> None:
        async with AsyncEarshot(BASE_URL, API_KEY) as earshot:
            key = "a-call-after-a-crash-in-python"
            first = await earshot.submit(SAMPLE.read_bytes(), idempotency_key=key)
            assert await earshot.submit(SAMPLE.read_bytes(), idempotency_key=key) == first
            job = await earshot.transcriptions.wait(first["id"])
            assert "best of times" in (job["transcript"] or "").lower()

    asyncio.run(main())


def test_a_file_serves_several_jobs() -> None:
    with Earshot(BASE_URL, API_KEY) as earshot:
        file = earshot.files.upload(SAMPLE, client_reference_id="file-py")
        assert (file["name"], file["content_type"]) == ("two-cities.ogg", "audio/ogg")
        assert [one["id"] for one in earshot.files.list(client_reference_id="file-py")] == [file["id"]]
        job = earshot.transcribe(file_id=file["id"])
        assert job["source"]["file_id"] == file["id"]
        earshot.files.delete(file["id"])


def test_a_realtime_session_is_created_listed_and_ended() -> None:
    with Earshot(BASE_URL, API_KEY) as earshot:
        audio: RealtimeAudio = {"format": "pcm_s16le", "sample_rate_hz": 16_000, "channels": 1}
        session = earshot.realtime.create(audio=audio, client_reference_id="live-py")
        assert session["websocket_url"].startswith("ws") and session["client_secret"]
        assert [one["id"] for one in earshot.realtime.list(client_reference_id="live-py")] == [session["id"]]
        earshot.realtime.delete(session["id"])
        assert earshot.realtime.get(session["id"])["status"] == "canceled"


#: With a recording `call.mp3`, and its samples `call.pcm`.
FOLDER = os.environ.get("EARSHOT_EXAMPLES", "")


def test_speech_over_a_connection_that_breaks_is_the_text_of_the_transcription() -> None:
    samples = (Path(FOLDER) / "call.pcm").read_bytes()
    half = len(samples) // 2
    events: list[RealtimeEvent] = []
    with Earshot(BASE_URL, API_KEY) as earshot:
        audio: RealtimeAudio = {"format": "pcm_s16le", "sample_rate_hz": 16_000, "channels": 1}
        session = earshot.realtime.create(audio=audio, language_hints=["en"])
        with earshot.realtime.connect(session) as connection:
            connection.send(samples[:half])
            for event in connection:
                events.append(event)
                if event["type"] == "audio.ack" and event["through"] > 0:
                    connection.interrupt()
                    connection.send(samples[half:])
                    connection.finish()
                    break
            events += connection
        job = earshot.transcriptions.wait(session["transcription_id"])
    finals = [event["segment"]["text"] for event in events if event["type"] == "transcript.final"]
    assert "best of times" in " ".join(finals).lower() and job["transcript"] == " ".join(finals)
    assert len([event for event in events if event["type"] == "session.started"]) == 2
    finished = events[-1]
    assert finished["type"] == "session.finished" and finished["audio_ms"] == len(samples) // 32


def test_a_finalize_ends_a_segment_of_an_asynchronous_connection() -> None:
    async def main() -> list[RealtimeEvent]:
        async with AsyncEarshot(BASE_URL, API_KEY) as earshot:
            audio: RealtimeAudio = {"format": "pcm_s16le", "sample_rate_hz": 16_000, "channels": 1}
            session = await earshot.realtime.create(audio=audio, language_hints=["en"])
            async with earshot.realtime.connect(session) as connection:
                connection.send((Path(FOLDER) / "call.pcm").read_bytes()[: 2 * 32_000])
                connection.finalize()
                events: list[RealtimeEvent] = []
                async for event in connection:
                    events.append(event)
                    if event["type"] == "transcript.final":
                        connection.finish()
                return events

    finals = [event for event in asyncio.run(main()) if event["type"] == "transcript.final"]
    assert [final["segment"]["end_reason"] for final in finals] == ["finalize"]


def test_a_refusal_says_which_field_is_wrong() -> None:
    with Earshot(BASE_URL, API_KEY) as earshot, pytest.raises(InvalidRequest) as caught:
        earshot.transcribe(audio_url="http://a.example/x.mp3")
    assert [field["path"] for field in caught.value.fields] == ["audio_url"]


WEBHOOK_URL = os.environ.get("EARSHOT_WEBHOOK_URL", "")


def test_a_webhook_is_registered_changed_and_deleted_with_the_key() -> None:
    with Earshot(BASE_URL, API_KEY) as earshot:
        webhook = earshot.webhooks.create(url=WEBHOOK_URL, description="from Python")
        assert webhook["mode"] == "live" and webhook["secret"] and webhook["secret"].startswith("whsec_")
        assert webhook["id"] in [one["id"] for one in earshot.webhooks.list()]
        assert earshot.webhooks.update(webhook["id"], status="disabled")["disabled_reason"] == "requested"
        assert earshot.webhooks.rotate_secret(webhook["id"])["secret"] != webhook["secret"]
        assert earshot.webhooks.get(webhook["id"])["description"] == "from Python"
        earshot.webhooks.delete(webhook["id"])
        with pytest.raises(NotFound):
            earshot.webhooks.get(webhook["id"])


EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "sdk/python/README.md").read_text(), re.S)
PRINTED = [
    "100 % sent.*best of times.*00:00:",
    "best of times",
    "best of times.*ofq_",
    "blocked_address.*/v1/errors",
    "ofq_",
    "whk_.*enabled.*whsec_",
    "ofq_example",
    r"\d+ \d+\.\d{6}.*ofq_.*not_found",
]


@pytest.mark.parametrize(("code", "printed"), list(zip(EXAMPLES, PRINTED, strict=True)))
def test_every_example_of_the_readme_runs(code: str, printed: str) -> None:
    program = code.replace("https://hooks.example.com/earshot", WEBHOOK_URL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, cwd=FOLDER)
    assert done.returncode == 0, done.stderr
    assert re.search(printed, done.stdout, re.I | re.S), done.stdout
