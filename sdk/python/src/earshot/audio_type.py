"""Detects the MIME type of audio by its first bytes."""

from __future__ import annotations

from typing import Optional

# RIFF, its big-endian form, and its forms with 64-bit lengths.
_RIFFS = (b"RIFF", b"RIFX", b"RF64", b"BW64")
_STARTS = (
    (b"OggS", "ogg"),
    (b"fLaC", "flac"),
    (b"#!AMR", "amr"),
    (b"\x1a\x45\xdf\xa3", "webm"),
    (b"\x30\x26\xb2\x75", "x-ms-asf"),
)


def audio_type(head: bytes) -> Optional[str]:
    """The MIME type of audio, from its first bytes. None for an unknown format."""
    if head[:4] in _RIFFS and head[8:12] == b"WAVE":
        return "audio/wav"
    if head[:4] == b"FORM" and head[8:11] == b"AIF":
        return "audio/aiff"
    for start, name in _STARTS:
        if head.startswith(start):
            return f"audio/{name}"
    if head[4:8] == b"ftyp":
        return "audio/mp4"
    if len(head) > 1 and head[0] == 0xFF and head[1] & 0xF6 == 0xF0:
        return "audio/aac"
    # LATM audio in a LOAS stream.
    if len(head) > 1 and head[0] == 0x56 and head[1] & 0xE0 == 0xE0:
        return "audio/aac"
    is_frame = len(head) > 1 and head[0] == 0xFF and head[1] & 0xE0 == 0xE0 and head[1] & 0x06 != 0
    return "audio/mpeg" if head[:3] == b"ID3" or is_frame else None
