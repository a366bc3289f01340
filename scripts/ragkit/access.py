"""Who may read what: one rule for every leg, store and step."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ragkit.cli import InputError


class Reader(NamedTuple):
    """The rights a search runs with."""

    groups: frozenset[str] = frozenset()
    tenant: str | None = None
    everything: bool = False


EVERYTHING = Reader(everything=True)


def reader(user: object, where: str) -> Reader:
    """Return the Reader of a user object {"groups": [...], "tenant": ...}, else InputError at `where`."""
    if not isinstance(user, dict) or not set(user) <= {"groups", "tenant", "id", "name"}:
        raise InputError(f'{where}: need a user such as {{"groups": ["staff"]}}, got {json.dumps(user)}')
    groups, tenant = user.get("groups"), user.get("tenant")
    groups = [] if groups is None else groups
    if not isinstance(groups, list) or not all(isinstance(group, str) for group in groups):
        raise InputError(f'{where}: "groups" must be a list of names, got {json.dumps(groups)}')
    if tenant is not None and not isinstance(tenant, str):
        raise InputError(f'{where}: "tenant" must be text, got {json.dumps(tenant)}')
    return Reader(frozenset(groups), tenant)


def reader_from(text: str | None, everything: bool) -> Reader | None:
    """Return the Reader of the options --user JSON and --all; None when neither was given."""
    if text is not None and everything:
        raise InputError("--user and --all exclude each other; give one")
    if text is None:
        return EVERYTHING if everything else None
    try:
        return reader(json.loads(text), "--user")
    except (ValueError, RecursionError) as err:
        raise InputError(f'--user: not JSON ({err}); write it as \'{{"groups": ["staff"]}}\'') from err


def stated(records: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return which of "acl" and "tenant" some record of the corpus states."""
    fields = set()
    for record in records:
        fields |= {field for field in ("acl", "tenant") if record.get(field) is not None}
    return frozenset(fields)


def closed(record: Mapping[str, Any], corpus: frozenset[str]) -> bool:
    """Return whether nobody may read a record, since it does not state what its corpus (`stated`) does."""
    acl, tenant = record.get("acl"), record.get("tenant")
    return ("acl" in corpus and acl is None) or (
        "tenant" in corpus and tenant is None and "*" not in (acl or [])
    )


def restricted(records: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether any record states an acl or a tenant; then a record that states none is closed."""
    return any(record.get("acl") is not None or record.get("tenant") is not None for record in records)


def may_read(record: Mapping[str, Any], who: Reader, corpus: frozenset[str]) -> bool:
    """Return whether `who` may read a record of a corpus.

    acl ["*"] is everyone, [] nobody, a list the groups that may; a stated tenant must be the reader's own.
    What the corpus states somewhere must not be missing here: without an acl a record is closed, and so it is
    without a tenant, unless its acl says everyone.

    corpus  stated() of the whole corpus; when it states nothing, everyone may read everything
    """
    if not corpus:
        return True
    if who.everything:
        return True
    acl, tenant = record.get("acl"), record.get("tenant")
    if acl is None:
        return "acl" not in corpus and tenant is not None and tenant == who.tenant
    public = "*" in acl
    if tenant is None:
        return public or ("tenant" not in corpus and not who.groups.isdisjoint(acl))
    return bool(tenant == who.tenant) and (public or not who.groups.isdisjoint(acl))
