"""Runs a program in a pseudo terminal and types at it.

Usage: terminal.py PROMPT=KEYS… -- PROGRAM ARGUMENT…
Prints as JSON what the terminal showed, the exit code, and whether the terminal shows again what is typed.
"""

import json
import os
import pty
import select
import subprocess
import sys
import termios

split = sys.argv.index("--")
answers = [answer.split("=", 1) for answer in sys.argv[1:split]]

keyboard, terminal = pty.openpty()
program = subprocess.Popen(
    sys.argv[split + 1 :], stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
)
shown = b""


def read_until(is_enough):
    """Reads what the terminal shows, until it is enough or the program has ended."""
    global shown
    start = len(shown)
    while not is_enough(shown[start:]):
        ended = program.poll() is not None
        readable, _, _ = select.select([keyboard], [], [], 0.05)
        if readable:
            shown += os.read(keyboard, 4096)
        elif ended:
            return


for prompt, keys in answers:
    read_until(lambda new, prompt=prompt: prompt.encode() in new)
    os.write(keyboard, keys.encode().decode("unicode_escape").encode())
read_until(lambda _: False)
echoes = bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
print(json.dumps({"shown": shown.decode(), "code": program.wait(), "echoes": echoes}))
