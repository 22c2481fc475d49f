"""Takes a recording from a grant to its text with the client that openapi-generator wrote."""

import json
import sys
import time
from pathlib import Path

import httpx
from openapi_client import ApiClient, Configuration, TranscriptionsApi, UploadsApi
from openapi_client.exceptions import ApiException
from openapi_client.models import NewTranscription, NewTranscriptionOneOf, NewUpload

base_url, key, file = sys.argv[1:]
client = ApiClient(Configuration(host=base_url, access_token=key))
transcriptions = TranscriptionsApi(client)
audio = Path(file).read_bytes()

new_upload = NewUpload(content_type="audio/mpeg", size_bytes=len(audio))
grant = UploadsApi(client).create_upload(new_upload)
sent = httpx.post(grant.upload_url, data=grant.upload_fields, files={"file": audio})
new = NewTranscriptionOneOf(upload_id=grant.id, language_hints=["en"])
queued = transcriptions.create_transcription(NewTranscription(new), idempotency_key=grant.id)

job = transcriptions.get_transcription(queued.id, wait=20)
while job.status in ("queued", "processing"):
    time.sleep(1)
    job = transcriptions.get_transcription(queued.id, wait=20)

captions = transcriptions.get_transcript_without_preload_content(queued.id, format="srt").data.decode()
try:
    transcriptions.get_transcription("ofq_" + "a" * 26)
    error = "none"
except ApiException as refused:
    error = json.loads(refused.body)["error"]["type"]
print(
    json.dumps(
        {
            "ok": sent.is_success,
            "status": job.status,
            "transcript": job.transcript,
            "captions": captions,
            "error": error,
        }
    )
)
