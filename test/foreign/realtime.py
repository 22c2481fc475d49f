"""A client of realtime sessions in another language, written from docs/api.md and /v1/asyncapi.json alone.

Speaks 16 kHz PCM of standard input, breaks its connection on the way, and prints the final text.
Usage: realtime.py BASE_URL API_KEY < audio.pcm
"""

import asyncio
import base64
import json
import sys
import urllib.request

import jsonschema
import websockets

BASE_URL, API_KEY = sys.argv[1:3]
PART_BYTES = 3_200
PACE = 2
BREAK_AFTER_PARTS = 40


def call(method, path, body=None):
    request = urllib.request.Request(
        BASE_URL + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


class Documented:
    """Checks messages by the AsyncAPI document."""

    def __init__(self, document):
        self.document = document
        operations = document["operations"]
        self.sent = [self.schema(one) for one in operations["send"]["messages"]]
        self.received = [self.schema(one) for one in operations["receive"]["messages"]]

    def resolve(self, reference):
        node = self.document
        for part in reference["$ref"].removeprefix("#/").split("/"):
            node = node[part]
        return self.resolve(node) if set(node) == {"$ref"} else node

    def schema(self, reference):
        return {**self.resolve(reference)["payload"], "components": self.document["components"]}

    def check(self, message, schemas):
        fitting = [one for one in schemas if jsonschema.Draft202012Validator(one).is_valid(message)]
        assert len(fitting) == 1, f"{len(fitting)} documented messages fit {message['type']}: {message}"


class Client:
    def __init__(self, session, audio, documented):
        self.url = session["websocket_url"]
        self.credential = session["client_secret"]["value"]
        self.audio = audio
        self.documented = documented
        self.last_id = 0
        self.finals = []
        self.partials = 0
        self.connections = 0
        self.finished = None

    async def send(self, socket, message):
        self.documented.check(message, self.documented.sent)
        await socket.send(json.dumps(message))

    async def speak(self, socket, offset):
        for part, at in enumerate(range(offset, len(self.audio), PART_BYTES)):
            if self.connections == 1 and part == BREAK_AFTER_PARTS:
                socket.transport.abort()
                return
            data = base64.b64encode(self.audio[at : at + PART_BYTES]).decode()
            await self.send(socket, {"type": "audio", "offset": at, "data": data})
            await asyncio.sleep(0.1 / PACE)
        await self.send(socket, {"type": "finish", "offset": len(self.audio)})

    async def handle(self, socket, event):
        """Starts speaking when the session starts, and processes each durable event once."""
        if event["type"] == "session.started":
            self.credential = event["resume"]["token"]
            return asyncio.create_task(self.speak(socket, event["next_offset"]))
        if event["type"] == "audio.resend":
            data = base64.b64encode(self.audio[event["from"] : event["to"]]).decode()
            await self.send(socket, {"type": "audio", "offset": event["from"], "data": data})
        if event["type"] == "transcript.partial":
            self.partials += 1
        assert event["type"] != "error", event
        if "id" in event and event["id"] > self.last_id:
            assert event["id"] == self.last_id + 1, f"Event {event['id']} follows {self.last_id}."
            self.last_id = event["id"]
            if event["type"] == "transcript.final":
                self.finals.append(event["segment"]["text"])
            if event["type"] == "session.finished":
                self.finished = event
        return None

    async def connect(self):
        self.connections += 1
        speaking = None
        url = f"{self.url}&after={self.last_id}"
        protocols = ["earshot.v1", self.credential]
        async with websockets.connect(url, subprotocols=protocols, max_size=None) as socket:
            try:
                async for text in socket:
                    event = json.loads(text)
                    self.documented.check(event, self.documented.received)
                    speaking = await self.handle(socket, event) or speaking
            except websockets.ConnectionClosedError:
                pass
        if speaking:
            speaking.cancel()

    async def run(self):
        while self.finished is None:
            assert self.connections < 5, "The session did not end."
            await self.connect()


def main():
    audio = sys.stdin.buffer.read()
    session = call(
        "POST",
        "/v1/realtime/sessions",
        {"audio": {"format": "pcm_s16le", "sample_rate_hz": 16_000, "channels": 1}},
    )
    client = Client(session, audio, Documented(call("GET", "/v1/asyncapi.json")))
    asyncio.run(client.run())
    assert client.connections > 1 and client.partials > 0
    assert client.finished["audio_ms"] == len(audio) // 32, client.finished
    job = call("GET", f"/v1/transcriptions/{session['transcription_id']}")
    assert job["status"] == "completed" and job["transcript"] == " ".join(client.finals), job
    print(" ".join(client.finals))


main()
