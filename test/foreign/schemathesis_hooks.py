"""Spreads requests over many API keys of one project, as each key may send 60 a minute."""

import itertools
import os

import schemathesis

keys = itertools.cycle(os.environ["EARSHOT_API_KEYS"].split())


@schemathesis.auth(refresh_interval=None)
class NextKey:
    def get(self, case, context):
        return next(keys)

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"
