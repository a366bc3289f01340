"""Function words: which language a text is in, and which words of a question carry no topic.

The lists are ours, from the closed classes of each grammar (articles, pronouns, prepositions, auxiliaries,
interrogatives), written without accents; other scripts as escapes because the sources are ASCII.
"""

import functools
import re
from collections import Counter

LATIN = {
    "en": """
        a about am an and any are as at be been but by can could did do does doing for from get gets
        had has have how i if in into is it its just may me mean means might my need of on or our
        please shall should so some such tell than that the their them then there these they this
        those to use using want was we were what when where which while who whom whose why will with
        would you your""",
    "de": """
        aber als am an auch auf aus bei bin bis das dem den der des die dies diese dieser du ein
        eine einem einen einer eines er es fur gibt hat hatte ich ihr im in ist ja kann man mein mit
        muss nach nicht noch nur ob oder sein sich sie sind so soll uber um und uns unter von vor
        wann warum was welche welchen welcher welches wenn wer werden wie wieso will wir wird wo
        wurde zu zum zur""",
    "fr": """
        a au aux avec ce ces cette combien comment dans de des du elle en est et etre faire fait il
        ils je la le les leur leurs lequel mais mon ne nos notre nous on ou par pas peut plus pour
        pourquoi quand que quel quelle quelles quels qui quoi sa se ses son sont sur un une vos
        votre vous y""",
    "es": """
        a al como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde el ella en
        entre era es esta este esto fue ha hay la las le lo los mas mi mis no nos o para pero por
        porque puede puedo que quien quienes se ser si sin sobre son su sus un una y""",
    "it": """
        a ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di
        dove e era gli ha hanno i il in io la le lo ma mi mio nei nel nella non o per perche piu puo
        quale quali quando quanto quanta quanti quante se si sono su sua sue sul sulla suo suoi tra
        un una uno""",
    "pt": """
        a ao aos as com como da das de do dos e ela ele em era esta este eu foi ha isso mais mas meu
        na nas nao no nos o os ou para pela pelo por porque posso qual quais quando quanto quantos
        quantas que quem se sem ser seu seus sua suas sao tem um uma onde""",
    "nl": """
        aan als bij dan dat de der deze die dit doe door een en er had heb hebben heeft het hij hoe
        hoeveel ik in is je kan maar met mijn moet naar niet nog of om onder ons onze ook op over te
        tot uit van voor waar waarom wanneer was wat we welke wie wij wordt zich zij zijn zo zou""",
    "sv": """
        alla att av den det detta dig din du efter eller en ett fran for har hon hur han i inte jag
        kan man med mellan men min mot nar och om pa sa sig sin ska skulle som till under upp ut vad
        var varfor vem vi vid vilka vilken vilket ar""",
    "da": """
        af alle at da de den der det dig din du efter eller en er et for fra har hun hvad hvem
        hvilke hvilken hvilket hvor hvordan hvorfor hvornar han i ikke jeg kan man med mellem men
        min og om op pa sa sig sin skal som til ud under var ved vi vil""",
    "no": """
        av alle at da de den der det deg din du etter eller en er et for fra har hun hva hvem hvilke
        hvilken hvilket hvor hvordan hvorfor nar han i ikke jeg kan man med mellom men min og om opp
        pa sa seg sin skal som til ut under var ved vi vil""",
    "fi": """
        ei en ettei etta ja jos joka jotka kanssa kuin kuka kuinka kun miksi milloin missa mika mita
        minka mutta myos ne niin oli olla on ovat se sen siita tai tama taman vain voi""",
    "pl": """
        a ale co czy dla do gdzie i ich ile jak jaka jaki jakie jest jego kiedy kto ktora ktore
        ktory lub ma moze mozna na nie o od po przez przy sa sie ta tak tego ten to w we z za ze
        dlaczego""",
    "tr": """
        acaba ama bir bu da daha de degil en gibi hangi icin ile kac kim mi mu nasil ne neden nedir
        nerede o olan olarak sonra su var ve veya ya""",
    "hu": """
        a az egy es hogy hogyan ez ezek hol is kell ki lehet meg mely mennyi mert mi miert mikor mit
        nem van vagy volt""",
    "ro": """
        a ai al ale care ca ce cand cat cati cine cu cum de din este fi in la mai nu o pe pentru
        poate prin sa se si sunt un una unde""",
    "cs": """
        a ale co do jak jake jaka jaky je jeho jsem jsou k kde kdo kdy kolik ktera ktere ktery muze
        na nebo o od po pro proc pri s se si to v z za ze""",
    "id": """
        ada adalah akan apa apakah bagaimana bagi berapa dalam dan dapat dari dengan di harus ini
        itu ke kapan karena kita mana mengapa oleh pada saya siapa tidak untuk yang""",
    "ca": """
        a al amb com de del dels des el els en es ha hi i la les mes no o per perque pot qual quan
        que qui quin quina quines quins se si son un una""",
}  # fmt: skip
OTHER = {
    "ru": """
        \u0432 \u0438 \u043d\u0430 \u0441 \u043f\u043e \u043d\u0435 \u0447\u0442\u043e
        \u043a\u0430\u043a \u043a\u0442\u043e \u0433\u0434\u0435 \u043a\u043e\u0433\u0434\u0430
        \u043f\u043e\u0447\u0435\u043c\u0443 \u043a\u0430\u043a\u043e\u0439
        \u043a\u0430\u043a\u0430\u044f \u043a\u0430\u043a\u0438\u0435
        \u0441\u043a\u043e\u043b\u044c\u043a\u043e \u044d\u0442\u043e \u0438\u043b\u0438
        \u0434\u043b\u044f \u043e\u0442 \u0434\u043e \u0437\u0430 \u0438\u0437 \u043e \u0443 \u043a
        \u043b\u0438 \u0431\u044b\u043b \u0431\u044b\u043b\u0430 \u0431\u044b\u043b\u043e
        \u0431\u044b\u043b\u0438""",
    "el": """
        \u03c4\u03bf \u03b7 \u03bf \u03c4\u03b1 \u03c4\u03bf\u03c5 \u03c4\u03b7\u03c2
        \u03ba\u03b1\u03b9 \u03c0\u03bf\u03c5 \u03c0\u03c9\u03c2 \u03c4\u03b9
        \u03c0\u03bf\u03b9\u03bf\u03c2 \u03c0\u03bf\u03b9\u03b1 \u03c0\u03bf\u03b9\u03bf
        \u03c0\u03bf\u03c4\u03b5 \u03b3\u03b9\u03b1 \u03bc\u03b5 \u03c3\u03b5
        \u03b5\u03b9\u03bd\u03b1\u03b9 \u03b1\u03c0\u03bf""",
    "ar": """
        \u0645\u0627 \u0645\u0627\u0630\u0627 \u0645\u062a\u0649 \u0623\u064a\u0646
        \u0643\u064a\u0641 \u0644\u0645\u0627\u0630\u0627 \u0645\u0646 \u0641\u064a
        \u0639\u0644\u0649 \u0625\u0644\u0649 \u0639\u0646 \u0647\u0644 \u0643\u0645""",
    "hi": """
        \u0915\u094d\u092f\u093e \u0915\u0948\u0938\u0947 \u0915\u0939\u093e\u0901
        \u0915\u0939\u093e\u0902 \u0915\u092c \u0915\u094c\u0928 \u0915\u094d\u092f\u094b\u0902
        \u0939\u0948 \u0939\u0948\u0902 \u0925\u093e \u0925\u0940 \u0925\u0947 \u0915\u093e
        \u0915\u0940 \u0915\u0947 \u0915\u094b \u092e\u0947\u0902 \u0938\u0947 \u0928\u0947
        \u0914\u0930 \u092f\u0939""",
}  # fmt: skip
FUNCTION_WORDS = {lang: frozenset(words.split()) for lang, words in (LATIN | OTHER).items()}
SNOWBALL = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
    "nl": "dutch", "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish", "pl": "polish",
    "tr": "turkish", "hu": "hungarian", "ro": "romanian", "cs": "czech", "id": "indonesian", "ca": "catalan",
    "ru": "russian", "el": "greek", "ar": "arabic", "hi": "hindi", "hy": "armenian", "eu": "basque",
    "et": "estonian", "ga": "irish", "lt": "lithuanian", "ne": "nepali", "fa": "persian", "sr": "serbian",
    "ta": "tamil", "yi": "yiddish",
}  # fmt: skip
# Scripts that one Snowball language stands for when the text's own language is written in another script.
SCRIPT_DEFAULTS = (
    ("en", "a-z\u00c0-\u024f\u1e00-\u1eff"),
    ("ru", "\u0400-\u04ff"),
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("ar", "\u0600-\u06ff"),
    ("hi", "\u0900-\u097f"),
    ("hy", "\u0530-\u058f"),
    ("ta", "\u0b80-\u0bff"),
)
_SCRIPTS = tuple((lang, re.compile(f"[{span}]")) for lang, span in SCRIPT_DEFAULTS)


@functools.cache
def _by_word() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for lang, words in FUNCTION_WORDS.items():
        for word in words:
            table[word] = (*table.get(word, ()), lang)
    return table


def detect(words: list[str], least: int = 1) -> str | None:
    """Return the language of folded words by its function words, e.g. "de"; None when that cannot be told.

    least  how many function words the winner needs, and by how many it must lead is one
    """
    votes: Counter[str] = Counter()
    table = _by_word()
    for word in words:
        votes.update(table.get(word, ()))
    ranked = votes.most_common(2)
    if not ranked or ranked[0][1] < least or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def script_language(word: str) -> str | None:
    """Return the Snowball language that stands for the script of the word's first known letter."""
    for lang, pattern in _SCRIPTS:
        if pattern.search(word):
            return lang
    return None
