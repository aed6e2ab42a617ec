"""What a question is about, as far as the rating of its answers depends on it. Compiled together with the engine."""

from typing import Final

OTHER: Final = 0
BANISH: Final = 1
DISCARD: Final = 2
DESTROY: Final = 3
KEEP_ONE: Final = 4
TAKE: Final = 5
DEFEAT: Final = 6
COPY: Final = 7
SEND_CARD: Final = 8
TAKE_DISCARDED: Final = 9
PLACE: Final = 10
SEND_THIS: Final = 11
PAY: Final = 12
CHOOSE: Final = 13
ORDER: Final = 14
