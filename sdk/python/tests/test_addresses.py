from __future__ import annotations

from typing import Any

import pytest

from earshot import Earshot, EarshotError

from .fake import Service


@pytest.mark.parametrize("base_url", ["localhost:8787", "earshot.example.com", "ftp://earshot.example.com", "", None])
def test_what_is_no_address_is_refused_at_once(base_url: Any) -> None:
    with pytest.raises(EarshotError, match="base_url is not an address such as https://api.example."):
        Earshot(base_url, "es_live_k")


def test_an_address_that_was_read_from_a_file_is_used_without_the_white_space_around_it() -> None:
    service = Service()
    service.client(" https://api.example/v1\r\n").capabilities()
    assert str(service.requests[0].url) == "https://api.example/v1/capabilities"
