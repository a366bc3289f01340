"""Whether a sentence affirms what its source denies, or the reverse: negations and opposites, counted.

The sentence is compared with the passage of the source that shares most of its words; both must speak of the
same thing before their polarity is compared, so silence is the usual answer. Antonyms count as a negation.
"""

import re
import unicodedata

from ragkit.answering.alignment import passages, plain, stem, stems

_NEGATIONS = r"""
    \bnot\b|\bno\b|\bnever\b|\bnone\b|\bneither\b|\bnor\b|\bnothing\b|\bnobody\b|\bwithout\b|\bcannot\b|n't\b|\bhardly\b|\brarely\b|\bseldom\b|\bfails?\sto\b|\bfailed\sto\b|\black(?:s|ed)?\b|\brefused?\sto\b|\bunable\b|\bprohibited\b|\bforbidden\b|\bbanned\b
    |\bning[u\u00fa]n\w*\b|\bnunca\b|\bjam[a\u00e1]s\b|\bsin\b|\btampoco\b|\bnadie\b|\bnada\b|\bni\b(?!\w)|\bprohibid\w*
    |\bne\b|\bn'(?=\w)|\baucune?\b|\bjamais\b|\bsans\b|\binterdit\w*
    |\bnicht\b|\bkein\w*\b|\bnie(?:mals)?\b|\bohne\b|\bniemand\b|\bnirgends\b|\bverboten\w*
    |\bn\u00e3o\b|\bnenhum\w*\b|\bsem\b|\bningu\u00e9m\b|\bproibid\w*
    |\bnon\b|\bnessun\w*\b|\bmai\b|\bsenza\b|\bn\u00e9\b|\bvietat\w*
"""
NEGATION = re.compile(_NEGATIONS, re.IGNORECASE | re.VERBOSE)
# Words that hold a negation and deny nothing, and negations that come in pairs.
NEUTRAL = re.compile(
    r"without\s(?:exception|fail|doubt)|no\s(?:doubt|matter|longer\sthan|later\sthan|more\sthan|fewer\sthan|less\sthan|one\selse)|not\sonly|not\sleast|no\.\s?\d"
    r"|sin\s(?:excepci\u00f3n|duda|embargo|falta)|no\s(?:solo|s\u00f3lo)|sans\s(?:exception|doute)|ohne\s(?:ausnahme|zweifel)|nicht\snur|sem\s(?:exce\u00e7\u00e3o|d\u00favida)|n\u00e3o\ss\u00f3"
    r"|senza\s(?:eccezion\w+|dubbio)|non\ssolo|ne\s(?=\w+\sque\b)|whether\sor\snot|why\snot|^(?:no|nein|non|n\u00e3o)[,.]\s",
    re.IGNORECASE,
)
SCRIPTS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (re.compile(r"[\u3040-\u30ff]"), re.compile(r"\u307e\u305b\u3093|(?<=[\u304b\u3055\u305f\u306a\u307e\u3089\u308f\u3070\u304c\u3079\u3051\u3052\u3048\u305b\u3066\u306d\u3081\u308c\u304d\u3057\u3061\u307f\u308a\u306f])\u306a(?:\u3044|\u304b\u3063\u305f|\u304f)|\u305a(?:\u306b)?(?=[\u3001\u3002])|\u4e0d\u53ef|\u7981\u6b62|\u7121\u3057|\u306a\u3057")),  # noqa: E501
    (re.compile(r"[\uac00-\ud7af]"), re.compile(r"\uc54a|\uc5c6|\ubabb|\uc544\ub2c8|\uc544\ub2d9|(?<!\w)\uc548\s|\uae08\uc9c0|\ubd88\uac00")),
    (re.compile(r"[\u0600-\u06ff]"), re.compile(r"(?<!\w)(?:\u0648|\u0641)?(?:\u0644\u0627|\u0644\u0645|\u0644\u0646|\u0644\u064a\u0633|\u0644\u064a\u0633\u062a|\u063a\u064a\u0631|\u0628\u062f\u0648\u0646|\u062f\u0648\u0646|\u0623\u0628\u062f\u0627)(?!\w)|\u0645\u0645\u0646\u0648\u0639|\u064a\u062d\u0638\u0631")),
    (re.compile(r"[\u4e00-\u9fff]"), re.compile(r"\u4e0d(?!\u4ec5|\u53ea|\u8fc7|\u5230|\u540c)|\u6ca1(?:\u6709)?|\u6c92(?:\u6709)?|\u672a|\u65e0(?!\u9521)|\u7121|\u975e(?!\u5e38)|\u7981\u6b62|\u52ff|\u83ab")),
    (re.compile(r"[\u0400-\u04ff]"), re.compile(r"(?<!\w)(?:\u043d\u0435|\u043d\u0435\u0442|\u043d\u0438|\u0431\u0435\u0437|\u043d\u0438\u043a\u043e\u0433\u0434\u0430|\u043d\u0435\u043b\u044c\u0437\u044f)(?!\w)")),
)  # fmt: skip
_OPPOSITES = """
    open,opens,opened,opening/closed,closes,close,shut,shuts,closing optional/required,mandatory,compulsory,obligatory included,includes,include,including/excluded,excludes,exclude,excluding
    allow,allows,allowed,permitted,permits,may/forbid,forbids,forbidden,prohibited,banned,denied accept,accepts,accepted/reject,rejects,rejected,refused enabled,enable,enables,on/disabled,disable,disables,off
    increase,increases,increased,rose,rise,rises,grew,higher,raises,raised/decrease,decreases,decreased,fell,fall,falls,dropped,lower,lowers,lowered,shrank
    before/after start,starts,started,begins,began/stop,stops,stopped,ends,ended win,won,wins/lost,lose,loses pass,passed,passes/fail,failed,fails above/below inside/outside public/private internal/external
    maximum/minimum first/last true/false valid/invalid visible/hidden free/paid present/absent safe/dangerous,unsafe full/empty hot/cold wet/dry success,succeeds,succeeded/failure,fails approve,approved/reject,rejected
    add,adds,added/remove,removes,removed hardened/softened buy,bought/sell,sold more/less,fewer up/down locked/unlocked voluntary/mandatory,compulsory,required deprecated/supported
    supports,supported/unsupported manual,manually/automatic,automatically
    abierto,abierta,abiertos,abiertas,abre,abrir/cerrado,cerrada,cerrados,cerradas,cierra,cerrar obligatorio,obligatoria,obligatorios/opcional,opcionales,voluntario,voluntaria incluido,incluida,incluye,incluidos/excluido,excluida,excluye permitido,permite,permitida/prohibido,prohibida,prohibe,prohíbe antes/despu\u00e9s aumenta,aument\u00f3,sube,subi\u00f3/disminuye,disminuy\u00f3,baja,baj\u00f3 activado,activada/desactivado,desactivada aprobado,aprobada/rechazado,rechazada
    ouvert,ouverte,ouverts,ouvre/ferm\u00e9,ferm\u00e9e,ferm\u00e9s,ferme obligatoire,obligatoires,exig\u00e9,requis/facultatif,facultative,optionnel,optionnelle inclus,incluse,comprend,compris/exclu,exclue,exclut autoris\u00e9,autoris\u00e9e,permis/interdit,interdite,d\u00e9fendu avant/apr\u00e8s augmente,augment\u00e9,hausse,monte/baisse,diminue,diminu\u00e9 activ\u00e9,activ\u00e9e/d\u00e9sactiv\u00e9,d\u00e9sactiv\u00e9e accept\u00e9,accept\u00e9e/refus\u00e9,refus\u00e9e,rejet\u00e9
    offen,ge\u00f6ffnet,\u00f6ffnet/geschlossen,zu,schlie\u00dft erforderlich,pflicht,verpflichtend,n\u00f6tig,vorgeschrieben/freiwillig,optional,unn\u00f6tig enthalten,inbegriffen,inklusive/ausgeschlossen,exklusive erlaubt,gestattet,zul\u00e4ssig/verboten,untersagt,unzul\u00e4ssig vor/nach steigt,stieg/sinkt,sank,f\u00e4llt,fiel aktiviert/deaktiviert angenommen/abgelehnt m\u00f6glich/unm\u00f6glich
    aberto,aberta,abertos,abre/fechado,fechada,fechados,fecha obrigat\u00f3rio,obrigat\u00f3ria,exigido/opcional,opcionais,facultativo inclu\u00eddo,inclu\u00edda,inclui/exclu\u00eddo,exclu\u00edda,exclui permitido,permitida,permite/proibido,proibida antes/depois aumenta,aumentou,subiu/diminui,diminuiu,caiu ativado/desativado aprovado/rejeitado
    aperto,aperta,aperti,apre/chiuso,chiusa,chiusi,chiude obbligatorio,obbligatoria,richiesto/facoltativo,facoltativa,opzionale incluso,inclusa,compreso,comprende/escluso,esclusa,esclude permesso,consentito,ammesso/vietato,proibito prima/dopo aumenta,aument\u00f2,sal\u00ec,sale/diminuisce,diminu\u00ec,scende,scese attivato/disattivato accettato/rifiutato
"""
OPPOSITES: dict[str, set[str]] = {}
for _pair in _OPPOSITES.split():
    _left, _right = (_side.split(",") for _side in _pair.split("/"))
    for _word in _left:
        OPPOSITES.setdefault(_word, set()).update(_right)
    for _word in _right:
        OPPOSITES.setdefault(_word, set()).update(_left)
WIDE_OPPOSITES = (
    ("\u5fc5\u9808", "\u4efb\u610f"), ("\u5fc5\u586b", "\u9009\u586b"), ("\u5fc5\u9700", "\u53ef\u9009"), ("\u542b\u307e\u308c", "\u9664\u5916"), ("\u5305\u542b", "\u4e0d\u542b"),
    ("\u5f00\u653e", "\u5173\u95ed"), ("\u6253\u5f00", "\u5173\u95ed"), ("\u958b", "\u9589"), ("\u4e0a\u5347", "\u4e0b\u964d"), ("\u589e\u52a0", "\u51cf\u5c11"), ("\u5141\u8bb8", "\u7981\u6b62"), ("\u8a31\u53ef", "\u7981\u6b62"),
    ("\u6709\u52b9", "\u7121\u52b9"), ("\u6709\u6548", "\u65e0\u6548"), ("\u4ee5\u524d", "\u4ee5\u540e"), ("\u5fc5\u8981", "\u4e0d\u8981"), ("\ud544\uc218", "\uc120\ud0dd"), ("\uc5f4", "\ub2eb"), ("\ud5c8\uc6a9", "\uae08\uc9c0"), ("\ud3ec\ud568", "\uc81c\uc678"),
    ("\uc99d\uac00", "\uac10\uc18c"), ("\u0645\u0641\u062a\u0648\u062d", "\u0645\u063a\u0644\u0642"), ("\u0625\u0644\u0632\u0627\u0645\u064a", "\u0627\u062e\u062a\u064a\u0627\u0631\u064a"), ("\u0645\u0633\u0645\u0648\u062d", "\u0645\u0645\u0646\u0648\u0639"), ("\u0642\u0628\u0644", "\u0628\u0639\u062f"), ("\u064a\u0634\u0645\u0644", "\u064a\u0633\u062a\u062b\u0646\u064a"),
)  # fmt: skip
CLAUSE = re.compile(r"[,;:()\n]|\s[-\u2013\u2014]\s|\b(?:and|or|but|unless|because|while|y|o|pero|et|ou|mais|und|oder|aber|e|mas|ma)\b", re.IGNORECASE)
UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
PLACED = frozenset("before after above below inside outside antes despu\u00e9s avant apr\u00e8s vor nach depois prima dopo up down first last".split())
SHARED = 0.6  # of the sentence's content words must stand in the passage: below, polarity is not compared


def flipped(sentence: str, source: str) -> str:
    """Return the passage whose polarity the sentence reverses, or "" when none is found.

    In spaced scripts a negation has a scope: the content words that follow it in its clause, or precede it
    at the clause's end; it counts when the other text has those words outside any negation. Elsewhere the
    negations of two nearly equal texts are counted.
    """
    wanted = set(stems(sentence)) - {stem(word) for word in _marks(sentence)}
    best, score, opposed = "", 0.0, set[str]()
    for passage in passages(source):
        turned = _opposed(sentence, passage)
        shared = (len(wanted & set(stems(passage))) + len(turned)) / max(len(wanted), 1)
        if shared > score:
            best, score, opposed = passage, shared, turned
    if score < SHARED:
        return ""
    if UNSPACED.search(sentence):
        return best if (count(sentence) + min(len(opposed), 1) - count(best)) % 2 else ""
    mine, theirs = scope(sentence), scope(best)
    turned_stems = {stem(plain(word)) for word in opposed}
    if turned_stems - mine and not theirs & _opposites_of(opposed):
        return best
    lone = _loose(mine, theirs, set(stems(best)), turned_stems) or _loose(theirs, mine, set(stems(sentence)), set())
    return best if lone and not (turned_stems & mine or _opposites_of(opposed) & theirs) else ""


def _loose(mine: set[str], theirs: set[str], other: set[str], turned: set[str]) -> bool:
    """Return whether words negated here stand there, none of them negated there nor as their opposite."""
    return bool(mine & other) and not mine & theirs and not mine & turned


def _opposites_of(words: set[str]) -> set[str]:
    return {stem(plain(other)) for word in words for other in OPPOSITES.get(word, set())}


def scope(text: str) -> set[str]:
    """Return the stems that the negations of a text bear on: up to three after each within its clause, else before."""
    found: set[str] = set()
    text = NEUTRAL.sub(" ", unicodedata.normalize("NFC", text.replace("\u2019", "'")))
    pattern = next((negation for script, negation in SCRIPTS if script.search(text)), NEGATION)
    for clause in CLAUSE.split(text):
        for match in pattern.finditer(clause):
            after = stems(clause[match.end() :])[:3]
            found.update(after or stems(clause[: match.start()])[-3:])
    return found


def count(text: str) -> int:
    """Return how many negations a text holds, pairs such as `ne ... pas` once."""
    text = NEUTRAL.sub(" ", unicodedata.normalize("NFC", text.replace("\u2019", "'")))
    for script, negation in SCRIPTS:
        if script.search(text):
            return len(negation.findall(text))
    found = len(NEGATION.findall(text))
    if re.search(r"\bne\b|\bn'", text, re.IGNORECASE):  # ne ... aucun, n'a jamais: one
        found -= min(len(re.findall(r"\b(?:aucune?|jamais)\b", text, re.IGNORECASE)), 1)
    if re.search(r"\b(?:no|n\u00e3o|non)\b.*\b(?:ning[u\u00fa]n\w*|nada|nadie|nunca|nenhum\w*|ningu\u00e9m|nessun\w*|mai|n\u00e9|ni)\b", text, re.IGNORECASE):
        found -= 1
    return found


def _marks(sentence: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", sentence.lower()) if NEGATION.fullmatch(word)}


def _opposed(sentence: str, passage: str) -> set[str]:
    """Return the words of the sentence that stand in the passage only as their opposite."""
    words, given = _bare_words(sentence), _bare_words(passage)
    found: set[str] = set()
    for word in words - given:
        others = OPPOSITES.get(word, set()) & given - words
        if others and (word not in PLACED or any(_next(word, sentence) & _next(other, passage) for other in others)):
            found.add(word)
        for prefix in ("un", "in", "im", "dis", "non", "ir", "il"):
            bare = word.removeprefix(prefix)
            if (bare != word and len(bare) > 3 and bare in given) or prefix + word in given - words:
                found.add(word)
    for left, right in WIDE_OPPOSITES:
        for a, b in ((left, right), (right, left)):
            if a in sentence and b in passage and a not in passage and b not in sentence:
                found.add(a)
    return found


def _next(word: str, text: str) -> set[str]:
    """Return the first content stem after each use of a word: "after the upgrade" and "before the upgrade" agree."""
    places = re.finditer(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    return {found[0] for place in places if (found := stems(text[place.end() :]))}


def _bare_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))
