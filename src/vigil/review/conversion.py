"""Frozen dataclasses as plain data, and back with every type checked."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_args, get_origin

Kind = TypeVar("Kind")


class Mismatch(Exception):
    """The data does not fit the dataclass."""


def to_data(value: Any) -> Any:
    """Dataclasses become dicts; everything else in them is plain already."""
    if is_dataclass(value):
        return {field.name: to_data(getattr(value, field.name)) for field in fields(value)}
    return [to_data(each) for each in value] if isinstance(value, list) else value


def from_data(kind: type[Kind], data: Any, where: str = "") -> Kind:
    """The value of this type that the data describes. Raises `Mismatch`, which says where they differ.

    The annotations of the dataclasses must be types, not text.
    """
    if get_origin(kind) is list:
        if not isinstance(data, list):
            raise Mismatch(f"{where} is not a list.")
        [inside] = get_args(kind)
        return [from_data(inside, each, f"{where}[{place}]") for place, each in enumerate(data)]  # type: ignore[return-value]
    if is_dataclass(kind):
        return _record(kind, data, where)
    if kind is float and type(data) is int:
        return float(data)  # type: ignore[return-value]
    if type(data) is not kind:
        raise Mismatch(f"{where} is not of type {kind.__name__}.")
    return data


def _record(kind: type[Kind], data: Any, where: str) -> Kind:
    hints: dict[str, Any] = {field.name: field.type for field in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(data, dict):
        raise Mismatch(f"{where or 'it'} is not an object.")
    if different := sorted(data.keys() ^ hints.keys()):
        raise Mismatch(f"{where or 'it'} has missing or unknown fields: {', '.join(map(str, different))}.")
    return kind(**{name: from_data(hint, data[name], f"{where}.{name}".lstrip(".")) for name, hint in hints.items()})
