"""Answers one question per line of its input with faster-whisper: sequential, beam 5, word times, one thread.

    python faster_whisper_answers.py FOLDER_WITH_THE_MODEL
"""
import json
import resource
import sys
import time

import numpy
from faster_whisper import WhisperModel

model = WhisperModel(sys.argv[1], device="cpu", compute_type="int8", cpu_threads=1)

for line in sys.stdin:
    audio = numpy.fromfile(json.loads(line)["channels"][0], "<i2").astype(numpy.float32) / 32768
    started, cpu = time.perf_counter(), time.process_time()
    segments, info = model.transcribe(audio, beam_size=5, word_timestamps=True, vad_filter=True)
    segments = list(segments)
    words = [
        {
            "text": word.word.strip(),
            "startMs": round(1000 * word.start),
            "endMs": round(1000 * word.end),
            "language": info.language,
            "channel": None,
        }
        for segment in segments
        for word in segment.words or []
    ]
    answer = {
        "text": "".join(segment.text for segment in segments).strip(),
        "language": info.language if segments else None,
        "words": words,
        "refused": None,
        "wallMs": 1000 * (time.perf_counter() - started),
        "cpuMs": 1000 * (time.process_time() - cpu),
        "rssMb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print(json.dumps(answer), flush=True)
