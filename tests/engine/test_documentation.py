"""What `help` and `inspect.signature` say about the engine's classes, on both engines alike."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys

import pytest

from vigil._compiled import COMPILED, ENGINE, PLAIN, SWITCH
from vigil.engine import vocabulary
from vigil.engine.effect import Effect
from vigil.engine.effects.gain import Gain

PROGRAM = """
import inspect, sys
import vigil.learn.writing, vigil.table.projection
for name, module in sorted(sys.modules.items()):
    if name.startswith("vigil.engine."):
        for each in vars(module).values():
            if inspect.isclass(each) and each.__module__ == name and "__init__" in vars(each):
                # A default may be shown with its address.
                signature = str(inspect.signature(each)).split(" at 0x")[0]
                # The compiler keeps no annotations of a dataclass.
                signature = "" if hasattr(each, "__dataclass_fields__") else signature
                print(name, each.__name__, signature, inspect.cleandoc(each.__doc__ or ""))
"""


def documentation(engine: str) -> str:
    environment = {**os.environ, SWITCH: engine}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.skipif(ENGINE != COMPILED, reason="the engine is not compiled here")
def test_compiled_classes_are_documented_like_plain_ones() -> None:
    plain = documentation(PLAIN)
    assert "Gain (runes: 'int | Amount' = 0" in plain
    assert documentation(COMPILED) == plain


def test_every_word_of_declarations_explains_itself() -> None:
    words = {name: value for name, value in vars(vocabulary).items() if inspect.isclass(value)}
    assert len(words) > 60
    assert [name for name, value in words.items() if not (value.__doc__ or "").strip()] == []


def test_a_subclass_has_a_signature_of_its_own() -> None:
    class Twice(Effect):
        """Happens twice."""

        def __init__(self, effect: Effect) -> None:
            self.effect = effect

        def do(self, game: object, context: object) -> None:
            return

        def phrase(self) -> str:
            return "do it twice"

    assert list(inspect.signature(Twice).parameters) == ["effect"]
    assert Twice.__doc__ == "Happens twice."
    assert Gain(runes=1).__doc__ == Gain.__doc__
