"""Takes a recording from a grant to its text with the client that openapi-python-client wrote."""

import io
import json
import sys
import time
from pathlib import Path

import httpx
from earshot_client import AuthenticatedClient
from earshot_client.api.open_ai import create_audio_transcription
from earshot_client.api.transcriptions import create_transcription, get_transcript, get_transcription
from earshot_client.api.uploads import create_upload
from earshot_client.models import (
    ApiError,
    AudioText,
    GetTranscriptFormat,
    NewAudioTranscription,
    NewTranscriptionType0,
    NewUpload,
    QueuedTranscription,
    Transcription,
    UploadGrant,
)
from earshot_client.types import File

base_url, key, file = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key, timeout=httpx.Timeout(40))
audio = Path(file).read_bytes()

grant = create_upload.sync(client=client, body=NewUpload(content_type="audio/mpeg", size_bytes=len(audio)))
assert isinstance(grant, UploadGrant), grant
sent = httpx.post(grant.upload_url, data=grant.upload_fields.to_dict(), files={"file": audio})
new = NewTranscriptionType0(upload_id=grant.id, language_hints=["en"])
queued = create_transcription.sync(client=client, body=new, idempotency_key=grant.id)
assert isinstance(queued, QueuedTranscription), queued

job = get_transcription.sync(queued.id, client=client, wait=20)
while isinstance(job, Transcription) and job.status in ("queued", "processing"):
    time.sleep(1)
    job = get_transcription.sync(queued.id, client=client, wait=20)
assert isinstance(job, Transcription), job

captions = get_transcript.sync_detailed(queued.id, client=client, format_=GetTranscriptFormat.SRT).content.decode()
form = NewAudioTranscription(file=File(payload=io.BytesIO(audio), file_name="call.mp3", mime_type="audio/mpeg"))
spoken = create_audio_transcription.sync(client=client, body=form)
assert isinstance(spoken, AudioText), spoken
error = get_transcription.sync("ofq_" + "a" * 26, client=client)
assert isinstance(error, ApiError), error
print(
    json.dumps(
        {
            "ok": sent.is_success,
            "status": job.status,
            "transcript": job.transcript,
            "captions": captions,
            "error": error.error.type_,
        }
    )
)
