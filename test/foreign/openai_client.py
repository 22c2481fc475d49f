"""Transcribes standard input with OpenAI's own client: BASE_URL API_KEY."""

import sys

import openai

base_url, api_key = sys.argv[1:]
recording = ("call.wav", sys.stdin.buffer.read())


def client(key):
    return openai.OpenAI(base_url=f"{base_url}/v1", api_key=key)


transcriptions = client(api_key).audio.transcriptions
options = {"file": recording, "model": "whisper-1"}

first = transcriptions.create(**options, language="en", prompt="A tale of two cities.")
verbose = transcriptions.create(
    **options,
    response_format="verbose_json",
    timestamp_granularities=["word", "segment"],
)
assert transcriptions.create(**options, response_format="vtt").startswith("WEBVTT")
assert verbose.segments[-1].end <= verbose.duration
assert verbose.words[0].start < verbose.words[-1].end
assert [model.id for model in client(api_key).models.list()][0] == "auto"

try:
    transcriptions.create(**options, response_format="diarized_json")
    raise AssertionError("A format that does not exist here was not refused.")
except openai.BadRequestError as error:
    assert error.param == "response_format" and error.code == "invalid_request", error.body

try:
    client("es_live_nobody").models.list()
    raise AssertionError("A key that does not exist was not refused.")
except openai.AuthenticationError as error:
    assert error.code == "unauthenticated", error.body

print(first.text)
