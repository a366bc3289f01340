"""Words that stand for one another in product documents: a user says blackout, the manual power outage.

A short English thesaurus of our own, for questions only; the index never holds a word that a chunk does not.
tests/bench/bench_retrieval_quality.py measures what it gives: evidence recall rises on questions in users'
words, and scifact, cranfield and xquad-en stay within half a point.
"""

import functools

from ragkit.indexing import analyse

GROUPS = """
    add append insert attach; remove delete erase drop discard purge uninstall; change modify edit alter
    update adjust; create make build generate produce; begin start launch boot startup run; stop end
    halt terminate shutdown quit exit kill cancel; error failure fault problem issue bug exception;
    crash fail break abort; fix repair resolve mend solve correct; broken faulty defective damaged; show
    display print view render; hide conceal suppress; choose select pick; set configure setup
    configuration setting settings option preference; allow permit enable let grant; forbid disallow
    deny block refuse reject prevent; disable deactivate; restrict limit cap constrain maximum max
    quota; minimum min least; required mandatory obligatory must need necessary; send transmit push post
    submit deliver; receive get obtain fetch retrieve accept; return respond reply answer response;
    request call ask query; show list enumerate; search find look lookup locate; check verify validate
    test confirm ensure; wrong incorrect invalid bad; right correct valid proper; fast quick speed
    performance rapid; slow latency delay lag; big large huge; small little tiny; long lengthy length
    duration; short brief; time period interval duration; often frequency frequently every; number count
    amount quantity; price cost fee charge pricing rate; cheap inexpensive affordable; expensive costly
    dear; discount rebate reduction; pay payment billing bill invoice; buy purchase order; money refund
    reimburse reimbursement; customer client user; user account; employee staff worker personnel;
    colleague coworker teammate; boss manager supervisor; company firm business organization
    organisation enterprise; job task work; holiday vacation leave; salary pay wage compensation; fire
    dismiss terminate; hire recruit employ; password credential secret passphrase; login signin
    authenticate authentication log sign; logout signout; signup register registration enroll;
    permission right access privilege authorization role; safe secure security safety; protect guard;
    encrypt encryption cipher; key token; file document; folder directory; path location; picture image
    photo; video movie clip; mail email message; phone telephone call; website site page web; browser
    client; link url address; internet network connection online; offline disconnected; connect link
    attach join; server host backend machine; computer pc laptop machine workstation; device unit
    appliance; app application program software; code source script program; library package module
    dependency; function method procedure routine; argument parameter param; variable field attribute
    property; type kind class category; object instance; string text; integer number int; list array
    sequence vector; dictionary dict map hash mapping; loop iterate iteration; condition conditional;
    database db datastore storage; table relation; row record; column field; cache caching; memory ram;
    disk drive storage; copy duplicate clone replicate; duplicate repeated unique distinct; backup
    snapshot; restore recover recovery; save store persist; load read open; write output; import
    include; export download; upload import; move transfer migrate migration; convert transform
    translate parse serialize; format layout; merge combine join fuse; split divide separate break;
    group bundle collect; sort order; schedule timetable plan; automatic automatically auto; manual
    manually hand; parallel concurrent simultaneous concurrency; asynchronous async await; wait pause
    sleep block; retry again repeat; default standard preset; custom customize own; version release
    edition; new latest current recent; old previous former legacy earlier deprecated; upgrade update;
    install setup deploy installation; deploy deployment production publish; production prod live; local
    localhost; environment env; debug troubleshoot diagnose; log logging record trace; monitor observe
    watch track; measure metric measurement; alert alarm warning notification notify; event trigger;
    hook callback webhook; test testing unit; fake mock stub dummy; example sample; guide tutorial
    manual instructions documentation docs; help support assistance; contact reach; rule policy
    regulation; contract agreement; warranty guarantee; deadline due; expire expiry lapse expiration;
    valid validity; extend extension prolong lengthen; replace substitute swap exchange replacement;
    part component piece spare; clean wash cleaning; maintain maintenance service servicing; weigh
    weight heavy mass; heavy weight; high height tall; wide width; deep depth; far distance; size
    dimension; temperature hot cold warm heat; hot heat warm; cold cool chill; freeze frost ice; power
    electricity electric supply; outage blackout cut failure; battery accumulator; light lamp led;
    orange amber; noise sound loud; water liquid fluid; door gate hatch; lock unlock; key card; room
    space clearance; parcel package shipment; deliver delivery shipping ship; store shop; car vehicle;
    doctor physician; illness disease sick sickness; child kid; home house; accept agree; happen occur;
    keep retain preserve retention; lose loss lost missing; miss missing absent; empty blank null none;
    full complete entire whole; public open; private internal confidential; owner ownership own;
    responsible charge; approve approval sign signoff; allowance allocation; many several multiple; each
    every per; before prior; after later; together both; reason cause why; purpose goal aim; advantage
    benefit; difference different differ; same equal identical; similar alike; order sequence; first
    initial; last final; next following; temporary temp; count tally; calculate compute computation; sum
    total; average mean; increase raise grow; decrease reduce lower shrink; turn switch toggle; reset
    restart reboot; press push click tap button; screen monitor display; menu navigation; colour color;
    language locale translation; time clock; date day; night midnight; week weekly; month monthly; year
    yearly annual annually; hour hourly; daily day; inherit inheritance extend subclass; mutable
    immutable mutability; reassign assign; gc garbage; comment note annotation; naming name; uppercase
    capital case; payload body; endpoint route; cookie session; form input field; decorator annotation;
    mail smtp; proxy nginx; frontend ui interface; stream streaming chunk; template jinja
"""


@functools.cache
def _table(lang: str) -> dict[str, tuple[str, ...]]:
    """stem -> stems of its groups, in the order written"""
    table: dict[str, dict[str, None]] = {}
    for group in GROUPS.split(";"):
        stems = [term for word in group.split() for term in analyse.terms(word, lang)]
        for stem in stems:
            table.setdefault(stem, {}).update(dict.fromkeys(stems))
    return {stem: tuple(other for other in others if other != stem) for stem, others in table.items()}


def related(terms: list[str], stems: str = "en") -> dict[str, tuple[str, ...]]:
    """Return term -> the terms that may stand for it, for each term that has some not in the question itself.

    stems  what the terms are stemmed in, see analyse.terms

    >>> related(["blackout", "fix"])["blackout"]
    ('outag', 'cut', 'failur')
    """
    found = {}
    for term in dict.fromkeys(terms):
        others = tuple(other for other in _table(stems).get(term, ()) if other not in terms)
        if others:
            found[term] = others
    return found
