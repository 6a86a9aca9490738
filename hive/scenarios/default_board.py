"""The board of a scenario that names no tiles: the default template with a tile of the older boxes in every slot."""

from __future__ import annotations

from hive.model.game import Player

# A wormhole in 204 and 202, 210 and 212; 301 holds the ion storm. Around the Hive: Primor (AUX 2), Hope's End (AUX 1).
TILES: dict[str, str] = {
    "000": "18",
    "101": "19",
    "102": "41",
    "103": "20",
    "104": "42",
    "105": "27",
    "106": "43",
    "201": "67",
    "202": "39",
    "203": "21",
    "204": "25",
    "205": "65",
    "206": "44",
    "207": "22",
    "208": "45",
    "209": "66",
    "210": "26",
    "211": "23",
    "212": "40",
    "301": "64",
    "302": "46",
    "303": "24",
    "304": "1",
    "305": "28",
    "306": "47",
    "307": "29",
    "308": "48",
    "309": "30",
    "310": "13",
    "311": "31",
    "312": "49",
    "313": "32",
    "314": "50",
    "315": "33",
    "316": "16",
    "317": "34",
    "318": "77",
}
HOMES: dict[Player, str] = {"p1": "316", "p2": "304"}
