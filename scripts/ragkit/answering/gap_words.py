"""How an answer says, in thirteen languages, that its sources do not say: the patterns that gaps.py matches.

For each language: `source`, the nouns for what the model was given; `gap`, patterns where {S} stands for such
a noun; `own`, a first person who did not find or will not guess; `loose`, a general lack of information, which
counts only in a clause without a citation; `about`, verbs that say what the sources are
about; `searched`, what the writer did before giving up;
`advice`, apologies and what the user might do instead. Lower case, regular expressions.
"""

from typing import NamedTuple


class Words(NamedTuple):
    source: str
    gap: tuple[str, ...]
    own: tuple[str, ...]
    loose: tuple[str, ...]
    about: str
    searched: str
    advice: str


_EN_SAY = (
    r"(?:mention|say|state|specify|give|provide|contain|include|cover|address|describe|discuss|explain|answer|tell|list|name"
    r"|record|report|note|indicate|reveal|show|offer|have|hold|touch|go\sinto|speak|talk|clarify|confirm|support|allow|make\sclear"
    r"|disclose|document|identify|settle|set\sout|spell\sout|permit|let\b)"
)
_EN_SAID = (
    r"(?:mentioned|given|stated|found|specified|covered|available|provided|included|described|listed|named|recorded|addressed"
    r"|discussed|documented|disclosed|contained|present|indicated|answered|clear|known|explained|reported|determined|identified|shown|noted|said|supported|confirmed)"
)
_ES_SAY = (
    r"(?:menciona|dice|indica|especifica|da|contiene|incluye|proporciona|ofrece|recoge|cubre|explica|aclara|se\u00f1ala|aporta"
    r"|detalla|habla|trata|nombra|cita|precisa|responde|permite|figura|aparece|consta|refiere|facilita|describe|informa|abarca|aborda|revela|basta|alcanza)n?"
)
_FR_SAY = (
    r"(?:mentionn|indiqu|pr\u00e9cis|donn|parl|abord|trait|cit|expliqu|comport|figur|nomm|\u00e9voqu|port|renseign|signal|r\u00e9v\u00e8l|list|perm|fourni|contien|dis|dit|couvr|r\u00e9pond|inclu|d\u00e9cri|sp\u00e9cifi|d\u00e9taill|suffis)\w*"
)
_DE_SAY = (
    r"(?:erw\u00e4hn|genannt|nennen|nennt|angegeben|angeben|enthalten|enth\u00e4lt|hervor|sagen|sagt|gesagt|steht|stehen|beschr|geben|gibt|find|gefunden|her\b|angabe"
    r"|information|hinweis|beantwort|aufgef\u00fchrt|ersichtlich|behandel|verzeichnet|vermerkt|auskunft|kl\u00e4r|ausreich|gen\u00fcg|belegt|ablesen|entnehm|abgedeckt|machen|liefern|verrat|auf\b|ein\b|erlaub|zu\sentnehmen)"
)
_PT_SAY = (
    r"(?:menciona|dize|diz|indica|especifica|d\u00e3o|d\u00e1|cont\u00e9|cont\u00ea|fornece|informa|traze|traz|aborda|fala|trata|cita|cobre|explica|inclue|inclui"
    r"|esclarece|apresenta|permite|responde|registra|revela|descreve|nomeia|toca|consta|oferece|precisa|detalha|aponta)m?"
)
_IT_SAY = (
    r"(?:menziona|dice|dicono|indica|specifica|d\u00e0|danno|contiene|contengono|fornisce|forniscono|riporta|cita|parla|tratta|copre|coprono|spiega|permett|consent"
    r"|rispond|nomina|precisa|chiari|comprend|includ|descriv|accenna|affronta|offre|offrono|rivela|basta)\w*"
)
_ZH_SAY = "(?:\u63d0\u5230|\u63d0\u53ca|\u8bf4\u660e|\u7d66\u51fa|\u7ed9\u51fa|\u63d0\u4f9b|\u5305\u542b|\u5305\u62ec|\u6d89\u53ca|\u8bb0\u8f7d|\u8a18\u8f09|\u4ea4\u4ee3|\u5199|\u6307\u51fa|\u4ecb\u7ecd|\u5217\u51fa|\u627e\u5230|\u56de\u7b54|\u786e\u5b9a|\u5f97\u77e5|\u5224\u65ad|\u76f8\u5173|\u4fe1\u606f|\u8bf4|\u8a18\u8ff0|\u8ba8\u8bba|\u8c08\u5230|\u6807\u660e|\u6ce8\u660e|\u7b54\u6848|\u4f53\u73b0|\u900f\u9732|\u8db3\u4ee5|\u770b\u5230|\u8986\u76d6)"
_AR_SAY = (
    r"(?:[\u062a\u064a]?\u0630\u0643\u0631|\u062a\u062d\u062a\u0648\u064a|\u064a\u062d\u062a\u0648\u064a|\u062a\u062a\u0636\u0645\u0646|\u064a\u062a\u0636\u0645\u0646|\u062a\u0642\u062f\u0645|\u064a\u0642\u062f\u0645|\u062a\u0648\u0641\u0631|\u064a\u0648\u0641\u0631|\u062a\u0642\u0648\u0644|\u064a\u0642\u0648\u0644|\u062a\u0634\u064a\u0631|\u064a\u0634\u064a\u0631|\u062a\u062d\u062f\u062f|\u064a\u062d\u062f\u062f|\u062a\u062a\u0646\u0627\u0648\u0644|\u064a\u062a\u0646\u0627\u0648\u0644|\u062a\u0639\u0637\u064a|\u064a\u0639\u0637\u064a|\u062a\u062c\u064a\u0628|\u064a\u062c\u064a\u0628|\u064a\u0633\u0645\u062d|\u062a\u0633\u0645\u062d|\u064a\u0643\u0641\u064a|\u062a\u0643\u0641\u064a|\u062a\u0648\u0636\u062d|\u064a\u0648\u0636\u062d|\u062a\u0628\u064a\u0646|\u064a\u0628\u064a\u0646"
    r"|\u062a\u0631\u062f|\u064a\u0631\u062f|\u064a\u0648\u062c\u062f|\u062a\u0648\u062c\u062f|\u062a\u062a\u0637\u0631\u0642|\u064a\u062a\u0637\u0631\u0642|\u062a\u0634\u0645\u0644|\u064a\u0634\u0645\u0644|\u062a\u0646\u0635|\u064a\u0646\u0635|\u064a\u062a\u064a\u062d|\u062a\u062a\u064a\u062d|\u062a\u063a\u0637\u064a|\u064a\u063a\u0637\u064a|\u062a\u0648\u0631\u062f|\u064a\u0648\u0631\u062f|\u062a\u0641\u0635\u062d|\u062a\u0643\u0634\u0641|\u062a\u062e\u0628\u0631|\u064a\u062a\u0648\u0641\u0631|\u062a\u062a\u0648\u0641\u0631|\u062a\u062a\u062d\u062f\u062b|\u064a\u062a\u062d\u062f\u062b|\u062a\u0633\u0645\u064a|\u064a\u0633\u0645\u064a)"
)

WORDS: dict[str, Words] = {
    "en": Words(
        source=r"(?:documents?|documentation|docs|sources?|contexts?|excerpts?|passages?|materials?|texts?|snippets?|files?|pages?|knowledge\sbase|corpus|records?|references?"
        r"|(?:search\s)?results?|(?:provided|given|available|supplied|retrieved)\s(?:information|data|content)|information\s(?:provided|given|available|i\shave|supplied)|articles?|manuals?|handbook|guides?|runbooks?|chunks?|content|what\si(?:'ve|\swas|\shave)?(?:\s(?:been\s)?(?:given|received|got|read))?\b)",
        gap=(
            rf"{{S}}\s?(?:\[[^\]]*\]\s?)*(?:(?:themselves|also|here|just|simply|i|we|you|was|were|have|given|provided|above|supplied|available|clearly|explicitly|actually|currently|only|attached|retrieved|listed|cited|either|all|both|it|me|to|this|these|alone)\s){{0,5}}?(?:do|does|did|would)(?:\snot|n't|\snever|n\u2019t)\s(?:\w+\s){{0,2}}?{_EN_SAY}",
            rf"(?:none|neither|no)\b[^.;]{{0,30}}?{{S}}[^.;]{{0,60}}?\b{_EN_SAY}",
            rf"(?:not|n't|never|nowhere|isn't|aren't|wasn't)\s(?:\w+\s){{0,3}}{_EN_SAID}\b[^.;]{{0,20}}?\b(?:in|by|from|within|among|across)\s(?:\w+\s){{0,4}}?{{S}}",
            r"\b(?:no|nothing|little)\b(?!\slimit)[^.;]{0,60}?\b(?:in|from|within|among|by|across)\s(?:\w+\s){0,4}?{S}",
            r"{S}\s?(?:\[[^\]]*\]\s?)*(?:(?!that|which|who|without|with)\w+\s){0,3}?(?:(?:is|are|remains?|stays?)\ssilent|says?\snothing|says?\sno\w*|makes?\sno|gives?\sno|contains?\s(?:no|nothing)|provides?\sno|ha(?:s|ve)\s(?:no|nothing)|offers?\sno|mentions?\sno|includes?\sno|lacks?|leaves?\b.{0,40}\bopen|stops?\sshort|fails?\sto)",
            r"(?:cannot|can't|can\snot|could\snot|couldn't|impossible\sto|not\spossible\sto|unable\sto|unclear|not\sclear|hard\sto|remains?\s(?:open|unknown|unclear))\b[^.;]{0,60}?\b(?:from|on|with|given|using|in|by)\s(?:\w+\s){0,4}?{S}",
            r"(?:from|based\son|with|given|using|in)\s(?:\w+\s){0,4}?{S}[^.;]{0,20}?,?\s(?:\w+\s){0,4}?(?:cannot|can't|could\snot|couldn't|impossible|not\spossible|unable|unclear|not\sclear|no\sway)",
            r"(?:outside|beyond|not\s(?:with)?in)\s(?:\w+\s){0,2}(?:scope|range|coverage)",
            r"(?:insufficient|not\senough|too\slittle|not\ssufficient|lacks?|lack\sof|no\ssufficient)\s(?:relevant\s|the\s)?(?:information|context|details?|material)",
            r"(?:isn't|aren't|not)\s(?:\w+\s)?in\s(?:\w+\s){0,2}?{S}|^(?:but\s)?not\s(?:about|on)\b",
            r"(?:only\s)?(?:partly|partially|in\spart)\sanswer|answer\s(?:only\s)?(?:in\spart|partly|partially|part\sof)",
            r"(?:they|it|these|those|that)\s(?:do|does|did)(?:\snot|n't)\s(?:say|mention|state|specify|give|indicate|name|cover|tell|explain)\b",
        ),
        own=(
            r"\b(?:i|we)(?:'m|\sam|\sare|'ve|\shave|\swas|\swere)?\s(?:\w+\s){0,2}?(?:(?:could|can|did|do|have|am|are|was|were|would)(?:\s?not|n't)|can't|won't|cannot|unable|not\sable|never|don't)\s(?:\w+\s){0,2}?(?:find|found|locate|determine|answer|confirm|tell|see|seen|say|verify|know|establish|identify|have|able|sure|certain|come|spot|work|give)",
            r"\b(?:i|we)\b[^.;]{0,60}\b(?:found|find|see|saw|have|came\sacross|turned\sup)\s(?:no\b|nothing|neither)",
            r"\bi(?:'d|\swould)\srather\snot\b|\bi(?:'d|\swould)?\sprefer\snot\b|\bi\s(?:won't|will\snot|would\snot|wouldn't|refuse\sto|do\snot\swant|don't\swant)\s(?:to\s)?(?:\w+\s)?(?:guess|speculate|invent|make)|rather\sthan\sguess|without\sguessing|(?:a|my)\sguess\b",
            r"\bi\s(?:have|lack|am\smissing)\s(?:no|the|any)\s(?:\w+\s)?(?:information|idea|knowledge|context|access|data|sources?)",
        ),
        loose=(
            r"(?:nothing|no\s(?:relevant\s)?(?:information|mention|details?|answer|results?|passages?))\s(?:was|were|could\sbe|is|came|turned)\b",
            r"\b(?:there(?:'s|\sis|\swas|\sare)|ha(?:s|ve))\sno\s(?:\w+\s)?(?:information|mention|details?|data|word|indication)\s(?:\w+\s)?(?:about|on|regarding|of|for|concerning)\b",
            r"\b(?:not|isn't|aren't)\s(?:mentioned|stated|specified|given|available|covered|documented|found|provided|known|listed)\s?[.)]?$",
            r"\bunknown\b$|(?:not\senough|insufficient|too\slittle)\s(?:here\b|evidence|to\s(?:say|answer|go))|\bno\sidea\b|without\sfinding|came\sup\s(?:empty|with\snothing)|beyond\swhat\si|sorry,?\s(?:but\s)?i\s(?:can|do|could)",
        ),
        about=r"(?:describ|discuss|cover|only|speak|talk|deal|concern|about|address|list|mention|focus|contain|include|relate)",
        searched=r"\b(?:i|we)(?:'ve|\shave)?\s(?:\w+\s)?(?:looked|searched|checked|reviewed|read|went|scanned|examined|consulted|tried)\b",
        advice=r"(?:\bplease\b|\b(?:contact|consult|ask|try|check)\b|if\syou|could\syou|you\s(?:may|might|could|can|should)|sorry|apolog|unfortunately|the\squestion)",
    ),
    "es": Words(
        source=r"(?:documentos?|documentaci\u00f3n|fuentes?|contexto|fragmentos?|extractos?|pasajes?|materiale?s?|textos?|archivos?|p\u00e1ginas?|base\sde\sconocimientos?|informaci\u00f3n\s(?:proporcionada|disponible|facilitada|suministrada)|expedientes?|documentales?)",
        gap=(
            rf"{{S}}[^.;:]{{0,40}}?\b(?:no|ni|tampoco)\s(?:se\s|lo\s|la\s|me\s|nos\s)?{_ES_SAY}\b",
            rf"^(?:(?:pero|y|aunque|mas)\s)?(?:no|tampoco)\s(?:lo\s|la\s|se\s)?(?:dicen|mencionan|indican|especifican|dan|explican|precisan|aclaran|nombran|hablan|se\u00f1alan|detallan|dice)\b",
            rf"(?:ningun[oa]?|ning\u00fan|ni|nada)\b[^.;]{{0,60}}?{{S}}[^.;]{{0,60}}?(?:{_ES_SAY}|sobre)",
            rf"\bno\s(?:se\s|est\u00e1\s|est\u00e1n\s|es\s|fue\s|viene\s|queda\s|ha\ssido\s)?\w+[^.;]{{0,50}}?\b(?:en|por|con|de|seg\u00fan)\s(?:\w+\s){{0,3}}?{{S}}",
            r"(?:en|con|de|seg\u00fan|desde)\b[^.;]{0,20}?{S}[^.;]{0,40}?\bno\s(?:hay|se|es\sposible|consta|figura|aparece|existe|puedo|puede|queda|est\u00e1|encontr|he|tengo|cabe)",
            r"{S}[^.;]{0,30}?(?:guardan\ssilencio|callan|nada\s(?:dicen|sobre)|no\stiene)",
            r"\bno\s(?:tengo|tenemos|dispongo|hay|cuento\scon|existe)\s(?:de\s)?suficiente|informaci\u00f3n\sinsuficiente|insuficiente\sinformaci\u00f3n",
            r"(?:fuera|m\u00e1s\sall\u00e1)\sde[l]?\s(?:\w+\s)?(?:\u00e1mbito|alcance)|\bno\s(?:est\u00e1|entra|queda)\s(?:dentro|cubiert)",
            r"(?:responder|contestar|respuesta)\s(?:solo\s|s\u00f3lo\s)?(?:en\sparte|parcial)|(?:parcialmente|en\sparte)\s(?:responder|contestar)",
            r"queda\s(?:abiert|sin\s(?:aclarar|precisar|responder|saber))",
        ),
        own=(
            r"\bno\s(?:lo\s|la\s|le\s)?(?:pude|puedo|he\spodido|hemos\spodido|pudimos|logr\u00e9|consegu\u00ed|podemos|podr\u00eda)\s(?:\w+\s)?(?:encontrar|hallar|determinar|responder|confirmar|localizar|saber|decir|verificar|establecer|contestar|asegurar|dar|ver|identificar)",
            r"\bno\s(?:lo\s|la\s)?(?:encontr\u00e9|encuentro|encontramos|hall\u00e9|hemos?\s(?:encontrado|hallado|visto)|he\s(?:encontrado|hallado|visto)|s\u00e9\b|sabemos|sabr\u00eda|veo\b|conozco)",
            r"sin\s(?:encontrar|hallar)|prefiero\sno\b|no\s(?:quiero|voy\sa|quisiera)\s(?:adivinar|especular|inventar|suponer)|desconozco|\bno\s(?:es|resulta|ha\ssido|fue)\sposible\s(?:determinar|establecer|saber|confirmar|responder)",
        ),
        loose=(
            r"\bno\s(?:hay|tengo|tenemos|dispongo|existe|cuento)\b[^.;]{0,20}?(?:informaci|datos?\b|detalles?|menci|referencia|indicaci|respuesta|constancia)",
            r"(?:no\s(?:se\s)?(?:indica|menciona|especifica|consta|figura|aparece|precisa)\w*|sin\s(?:especificar|indicar|datos))\s?[.)]?$",
        ),
        about=r"(?:describ|solo|s\u00f3lo|\u00fanicamente|tratan?\b|hablan?\b|cubren?|mencionan?\s(?:solo|s\u00f3lo)|se\srefier|versan?|abord)",
        searched=r"\bhe\s(?:revisado|buscado|consultado|le\u00eddo|mirado)|\b(?:revis\u00e9|busqu\u00e9|consult\u00e9|le\u00ed|mir\u00e9)\b",
        advice=r"(?:contact|p\u00f3ngase|consulte|pregunt|lo\ssiento|lamento|disculp|lamentablemente|la\spregunta|gracias|por\sfavor)",
    ),
    "fr": Words(
        source=r"(?:documents?|documentation|sources?|contexte|extraits?|passages?|textes?|pi\u00e8ces|mat\u00e9riel|mat\u00e9riaux|fichiers?|pages?|dossiers?|informations?\s(?:fournies?|disponibles?)|base\sde\sconnaissances|\u00e9l\u00e9ments\s(?:fournis|disponibles)|supports?)",
        gap=(
            rf"{{S}}[^.;:]{{0,40}}?\bn(?:e\s|['\u2019])(?:l['\u2019]|la\s|le\s|en\s|me\s|nous\s|y\s|les\s)?{_FR_SAY}",
            rf"^(?:(?:mais|et)\s)?(?:ils?|elles?)\sn(?:e\s|['\u2019])(?:\w+\s)?{_FR_SAY}",
            r"(?:aucune?|ni|rien)\b[^.;]{0,60}?{S}[^.;]{0,60}?(?:\bn(?:e\b|['\u2019])|$)",
            r"\bn(?:e\s|['\u2019])[^.;]{0,50}?\b(?:pas|rien|aucune?|jamais|nulle\spart|gu\u00e8re)\b[^.;]{0,60}?\b(?:dans|par|d['\u2019]apr\u00e8s|selon|avec|de|\u00e0\spartir)\s(?:\w+\s){0,3}?{S}",
            r"\bnon\s(?:pr\u00e9cis|indiqu|mentionn|renseign|communiqu|donn|fourn|sp\u00e9cifi|cit)\w*\s(?:dans|par)\s(?:\w+\s){0,2}?{S}",
            r"(?:dans|d['\u2019]apr\u00e8s|selon|avec|\u00e0\spartir)\b[^.;]{0,20}?{S}[^.;]{0,40}?(?:\bn(?:e\s|['\u2019])(?:y\s|est|permet|figure|dit|trouve|se|peut)|impossible)",
            r"{S}[^.;]{0,30}?(?:muette?s?\b|passe\w*\ssous\ssilence|taisent)",
            r"(?:pas\s(?:assez|suffisamment)|insuffisan\w*)\s(?:d['\u2019]|de\s)?(?:information|\u00e9l\u00e9ments|contexte|donn\u00e9es)|informations?\sinsuffisante",
            r"(?:hors|en\sdehors)\sd(?:u|e\sla|e\s)\s?(?:\w+\s)?(?:champ|p\u00e9rim\u00e8tre|port\u00e9e|cadre)|(?:sort\sdu|d\u00e9passe\sle)\s(?:cadre|champ|p\u00e9rim\u00e8tre)",
            r"r\u00e9pondre\s(?:qu['\u2019]|que\s)?(?:en\spartie|partiellement)|(?:partiellement|en\spartie)\sr\u00e9pondre|r\u00e9ponse\spartielle",
            r"reste\w*\s(?:ouvert|inconnu|sans\sr\u00e9ponse|ind\u00e9termin\u00e9|\u00e0\spr\u00e9ciser)",
        ),
        own=(
            r"\b(?:je|j['\u2019]|nous|on)\b[^.;]{0,60}?\bn(?:e\s|['\u2019])(?:l['\u2019]|y\s|en\s|vous\s)?(?:ai|avons|a|sais|savons|peux|pouvons|trouve|vois|dispose|suis|parviens|saurais|connais|puis|poss\u00e8de|arrive)\b",
            r"sans\s(?:rien\s)?(?:y\s)?trouver|rien\strouv\u00e9|pr\u00e9f\u00e8re\sne\spas|(?:\u00e9viter|refuse)\sd[e']\s?(?:deviner|sp\u00e9culer|inventer)",
        ),
        loose=(
            r"il\sn['\u2019](?:y\sa|existe|est)\s(?:pas|aucune?)\b[^.;]{0,30}?(?:information|mention|pr\u00e9cision|d\u00e9tail|possible\sde|donn\u00e9e|indication)",
            r"(?:non\s(?:pr\u00e9cis|indiqu|mentionn|renseign|communiqu|sp\u00e9cifi)\w*|inconnue?)\s?[.)]?$",
            r"impossible\s(?:de|d['\u2019])\s?(?:dire|savoir|r\u00e9pondre|d\u00e9terminer|\u00e9tablir|confirmer)",
        ),
        about=r"(?:d\u00e9criv|seulement|uniquement|\bque\b|parle|trait|port|concern|couvr|\u00e9voqu|abord)",
        searched=r"j['\u2019]ai\s(?:parcouru|consult\u00e9|cherch\u00e9|lu|v\u00e9rifi\u00e9|regard\u00e9|examin\u00e9)",
        advice=r"(?:contact|adress|consult|veuillez|d\u00e9sol\u00e9|navr\u00e9|malheureusement|la\squestion|merci)",
    ),
    "de": Words(
        source=r"(?:dokument\w*|unterlagen|quellen?|kontext\w*|\w*ausz\u00fcg\w*|\w*auszug\w*|texte?n?\b|textstellen|\w*materiali?e?n?\b|passagen?|\w*abschnitt\w*|dateien|akten\w*|wissensbasis|belegen?\b|fundstellen|(?:vorliegende|verf\u00fcgbare|bereitgestellte)n?\s(?:information|angab|inhalt)\w*|vorlage)",
        gap=(
            rf"{{S}}[^.;:]{{0,60}}?\b(?:nicht|kein\w*|nirgends|nichts|weder)\b[^.;]{{0,40}}?{_DE_SAY}",
            rf"{{S}}[^.;:]{{0,40}}?{_DE_SAY}\w*[^.;]{{0,50}}?\b(?:nicht|kein\w*|nirgends|nichts|weder)\b",
            rf"(?:keine?r?|weder|nichts|nicht)\b[^.;]{{0,60}}?{{S}}[^.;]{{0,60}}?{_DE_SAY}",
            r"\bkeine\s(?:stelle|passage|textstelle|seite|zeile)\b",
            r"(?:sagen|nennen|erw\u00e4hnen|geben|machen|enthalten|sagt|verraten)\s(?:\w+\s){0,2}?{S}[^.;]{0,40}?(?:nicht|nichts|keine?)\b",
            r"(?:in|aus|laut|nach|anhand|mit|von|durch)\b[^.;]{0,30}?{S}[^.;]{0,50}?\b(?:nicht|kein\w*|nichts|offen|unklar|unm\u00f6glich|nirgends)\b",
            r"\b(?:nicht|kein\w*|nichts)\b[^.;]{0,60}?\b(?:in|aus|laut|anhand|mit|von)\s(?:\w+\s){0,3}?{S}",
            r"(?:steht|stehen|wird|ist|sagen|findet)\b[^.;]{0,20}?\b(?:dort|darin|da|dazu|dar\u00fcber|davon)\b[^.;]{0,20}?\b(?:nicht|nichts|kein\w*)",
            r"\b(?:dort|darin|dazu|dar\u00fcber)\b[^.;]{0,20}?\b(?:nicht|nichts|keine?)\b[^.;]{0,20}?(?:genannt|erw\u00e4hnt|angegeben|stehen|angaben|informationen|auskunft|hinweis)",
            r"(?:nicht\s(?:genug|gen\u00fcgend|ausreichend\w*)|zu\swenig\w*|unzureichend\w*|keine\sausreichenden)\s(?:information|angab|kontext|hinweis)",
            r"au\u00dferhalb\b[^.;]{0,30}?(?:umfang|bereich|rahmen|{S})|nicht\s(?:teil|gegenstand)\b",
            r"nur\s(?:teilweise|zum\steil)\b|teilweise\sbeantwort",
            r"bleibt\b[^.;]{0,40}?(?:offen|unklar|ungekl\u00e4rt|unbeantwortet)|{S}[^.;]{0,30}?schweigen",
        ),
        own=(
            r"\b(?:ich|wir|mir|uns)\b[^.;]{0,60}?\b(?:nicht\w*|kein\w*)\b[^.;]{0,60}?(?:find|gefunden|beantwort|sagen|bestimm|best\u00e4tig|wei\u00df|wissen|entnehm|ermitteln|feststell|information|angaben|\bvor\b|erkenn|kl\u00e4ren|belegen|raten|spekul|bekannt|helfen)",
            r"\b(?:wei\u00df|wissen)\s(?:ich|wir)?\s?(?:\w+\s)?(?:es\s|das\s)?nicht\b|\bich\swei\u00df\b[^.;]{0,20}?nicht|(?:rate|spekulier)\w*\s(?:\w+\s)?nicht|nicht\s(?:raten|spekulieren)|nicht\sf\u00fcndig|ohne\s(?:etwas\szu|f\u00fcndig|erfolg|ergebnis|treffer)",
        ),
        loose=(
            r"(?:gibt\ses|liegen|finden\ssich|liegt)\b[^.;]{0,30}?\bkeine?\b\s(?:\w+\s)?(?:angab|information|hinweis|auskunft|erw\u00e4hnung)",
            r"(?:nicht\s(?:angegeben|genannt|bekannt|erw\u00e4hnt|aufgef\u00fchrt|vermerkt)|unbekannt|keine\sangaben?)\s?[.)]?$",
            r"l\u00e4sst\ssich\b[^.;]{0,40}?nicht\s(?:sagen|ermitteln|bestimmen|feststellen|beantworten|ablesen|kl\u00e4ren)",
        ),
        about=r"(?:beschreib|nur|lediglich|behandel|handel|geht\ses|gehen|betreff|befass|sprech)",
        searched=r"habe\b.{0,60}(?:durchsucht|gelesen|gepr\u00fcft|nachgesehen|gesucht|durchgesehen)",
        advice=r"(?:wenden\ssie|kontaktier|fragen\ssie|bitte|leider|tut\smir|entschuldig|die\sfrage|danke)",
    ),
    "pt": Words(
        source=r"(?:documentos?|documenta\u00e7\u00e3o|fontes?|contexto|trechos?|excertos?|passagens|passagem|textos?|materia(?:l|is)|arquivos?|p\u00e1ginas?|base\sde\sconhecimento|informa\u00e7\u00f5es\s(?:fornecidas|dispon\u00edveis)|autos)",
        gap=(
            rf"{{S}}[^.;:]{{0,40}}?\b(?:n\u00e3o|nem|tampouco|nada)\s(?:o\s|a\s|se\s|me\s|nos\s)?{_PT_SAY}\b",
            r"^(?:(?:mas|e|por\u00e9m)\s)?(?:n\u00e3o|nem|nada)\s(?:o\s|a\s)?(?:dizem|mencionam|indicam|especificam|d\u00e3o|informam|explicam|citam|falam|esclarecem|diz)\b",
            rf"(?:nenhuma?|nem|nada)\b[^.;]{{0,60}}?{{S}}[^.;]{{0,60}}?(?:{_PT_SAY}|sobre)",
            r"\bn\u00e3o\s(?:\u00e9\s|est\u00e1\s|foi\s|s\u00e3o\s|se\s|vem\s|consta\s|h\u00e1\s)?\w+[^.;]{0,50}?\b(?:n[oa]s?|em|pel[oa]s?|com|por|d[oa]s?|a\spartir)\s(?:\w+\s){0,3}?{S}",
            r"(?:n[oa]s?|em|com|pel[oa]s?|segundo|d[oa]s?|a\spartir)\b[^.;]{0,20}?{S}[^.;]{0,40}?\bn\u00e3o\s(?:h\u00e1|se|\u00e9\sposs\u00edvel|consta|existe|posso|pode|fica|est\u00e1|encontr|achei|d\u00e1|aparece|tenho)",
            r"{S}[^.;]{0,30}?(?:silenci|omiss|nada\s(?:dizem|sobre|diz))",
            r"\bn\u00e3o\s(?:tenho|temos|h\u00e1|disponho|existem?)\s(?:de\s)?(?:\w+\s)?suficiente|informa\u00e7(?:\u00f5es|\u00e3o)\s(?:\w+\s)?(?:insuficiente|suficientes\spara)|n\u00e3o\s(?:tenho|temos|h\u00e1)\sinforma\u00e7\w+\ssuficient",
            r"fora\sd[oa]\s(?:\w+\s)?(?:\u00e2mbito|escopo|alcance)|n\u00e3o\s(?:est\u00e1|faz)\s(?:dentro|cobert|parte)",
            r"responder\s(?:s\u00f3\s|apenas\s|somente\s)?(?:em\sparte|parcialmente)|(?:parcialmente|em\sparte)\sresponder|resposta\sparcial",
            r"(?:fica|permanece|continua)\s(?:em\saberto|sem\s(?:resposta|esclarec)|por\sesclarecer|indefinid)",
        ),
        own=(
            r"\bn\u00e3o\s(?:o\s|a\s)?(?:consegui|consigo|pude|posso|podemos|conseguimos|foi\sposs\u00edvel|\u00e9\sposs\u00edvel|d\u00e1\spara)\s(?:\w+\s)?(?:encontrar|achar|determinar|responder|confirmar|localizar|saber|dizer|verificar|estabelecer|afirmar|identificar)",
            r"\bn\u00e3o\s(?:o\s|a\s)?(?:encontrei|encontramos|achei|achamos|localizei|sei\b|sabemos|vi\b|vejo\b|conhe\u00e7o)",
            r"sem\s(?:encontrar|achar|localizar)|prefiro\sn\u00e3o\b|n\u00e3o\s(?:quero|vou)\s(?:adivinhar|especular|inventar|supor|chutar)|desconhe\u00e7o|(?:encontrei|achei)\snada|nada\s(?:encontrei|achei)",
        ),
        loose=(
            r"\bn\u00e3o\s(?:h\u00e1|tenho|temos|existem?|disponho)\b[^.;]{0,20}?(?:informa\u00e7|dados?\b|detalhes?|men\u00e7|refer\u00eanc|indica\u00e7|resposta)",
            r"(?:n\u00e3o\s(?:informad|indicad|mencionad|especificad|citad|consta)\w*|desconhecid[oa])\s?[.)]?$",
        ),
        about=r"(?:descrev|apenas|somente|s\u00f3\b|tratam?\b|falam?\b|cobrem?|abord|refer)",
        searched=r"\b(?:procurei|consultei|li\b|verifiquei|busquei|revisei|pesquisei|olhei|percorri)",
        advice=r"(?:entre\sem\scontat|contact|contat|consulte|pergunt|desculp|lamento|sinto\smuito|infelizmente|a\spergunta|obrigad|por\sfavor)",
    ),
    "it": Words(
        source=r"(?:document[oi]|documentazione|font[ei]\b|contesto|estratt[oi]|passagg?[io]|pass[oi]\b|bran[oi]|test[oi]\b|material[ei]|file\b|pagin[ae]|base\sdi\sconoscenza|informazioni\s(?:fornite|disponibili)|carte\b|atti\b)",
        gap=(
            rf"{{S}}[^.;:]{{0,40}}?\b(?:non|n\u00e9|nulla|niente)\s(?:lo\s|la\s|l['\u2019]|ne\s|si\s|mi\s|ci\s)?{_IT_SAY}",
            r"^(?:(?:ma|e|per\u00f2)\s)?non\s(?:lo\s|la\s)?(?:dicono|menzionano|indicano|specificano|danno|spiegano|riportano|citano|parlano|precisano|chiariscono|dice)\b",
            rf"(?:nessun[oa]?|n\u00e9|nulla|niente)\b[^.;]{{0,60}}?{{S}}[^.;]{{0,60}}?(?:{_IT_SAY}|su\w*)",
            rf"{{S}}[^.;:]{{0,30}}?(?:{_IT_SAY})\s(?:nulla|niente|nessun)",
            r"\bnon\s(?:\u00e8\s|sono\s|viene\s|risulta\s|si\s)?\w+[^.;]{0,50}?\b(?:ne[il]|nelle|nella|negli|nello|da[il]|dalle|dalla|dagli|in|con|secondo)\s(?:\w+\s){0,3}?{S}",
            r"(?:ne[il]|nelle|nella|negli|da[il]|dalle|dalla|dagli|con|secondo|in|sulla\sbase)\b[^.;]{0,30}?{S}[^.;]{0,40}?\bnon\s(?:ci|c['\u2019]|si|\u00e8\spossibile|risulta|esist|posso|pu\u00f2|viene|ho|emerg|compare|trovo|figura)",
            r"{S}[^.;]{0,30}?(?:tacciono|tace\b|muti\b|silenzio)",
            r"(?:informazioni|elementi|dati|contesto)\s(?:non\s)?(?:insufficient|sufficient)\w*|non\s(?:ho|abbiamo|ci\ssono|dispongo\sdi)\s(?:\w+\s)?(?:abbastanza|sufficient|informazioni\ssufficient)",
            r"fuori\sda[l]?\w*\s?(?:\w+\s)?(?:ambito|portata|scopo|perimetro)|esula|al\sdi\sl\u00e0\sd|non\srientra",
            r"rispondere\s(?:solo\s)?(?:in\sparte|parzialmente)|(?:parzialmente|in\sparte)\srispondere|risposta\sparziale",
            r"(?:resta|rimane)\s(?:apert|sconosciut|ignot|da\schiarire|senza\srisposta|inevas)",
        ),
        own=(
            r"\bnon\s(?:l['\u2019]|lo\s|la\s)?(?:ho|abbiamo)\s(?:\w+\s)?(?:trovat|individuat|potut|vist|informazioni|element|dati|abbastanza|idea|modo)",
            r"\bnon\s(?:lo\s|la\s)?(?:so\b|sappiamo|riesco|riusciamo|posso|possiamo|trovo|vedo|dispongo|conosco|sono\s(?:in\sgrado|riuscit|sicur))",
            r"senza\s(?:trovare|trovarne)|preferisco\snon\b|non\s(?:voglio|intendo|vorrei)\s(?:\w+\s)?(?:indovinare|speculare|inventare|tirare)|(?:trovato)\s(?:nulla|niente)|non\s(?:\u00e8|\u00e8\sstato)\spossibile\s(?:determinare|stabilire|sapere|confermare|rispondere)",
        ),
        loose=(
            r"\bnon\s(?:ci\ssono|c['\u2019]\u00e8|esist\w+|vi\ssono)\b[^.;]{0,20}?(?:informazion|dati\b|dettagl|riferiment|indicazion|rispost|menzion|accenn)",
            r"(?:non\s(?:indicat|riportat|specificat|menzionat|citat|precisat|not)\w*|sconosciut[oa])\s?[.)]?$",
        ),
        about=r"(?:descriv|solo|soltanto|solamente|parla|tratta|riguard|copr|affront)",
        searched=r"\bho\s(?:letto|cercato|consultato|controllato|verificato|esaminato|guardato|scorso)",
        advice=r"(?:contatt|\brivolg|consult|\bchied|mi\sdispiace|spiacente|purtroppo|scus|la\sdomanda|grazie|per\sfavore)",
    ),
    "zh": Words(
        source="(?:\u6587\u6863|\u6587\u6a94|\u6587\u4ef6|\u8d44\u6599|\u8cc7\u6599|\u6750\u6599|\u6765\u6e90|\u4f86\u6e90|\u4e0a\u4e0b\u6587|\u7247\u6bb5|\u6bb5\u843d|\u5185\u5bb9|\u5167\u5bb9|\u6587\u672c|\u77e5\u8bc6\u5e93|\u539f\u6587|\u51fa\u5904|\u53c2\u8003|\u6587\u732e|\u4fe1\u606f\u6e90|\u6587\u4e2d|\u6587\u7ae0|\u624b\u518c)",
        gap=(
            f"{{S}}[^\u3002\uff1b]{{0,14}}?(?:\u6ca1\u6709|\u6c92\u6709|\u672a\u66fe|\u672a\u80fd|\u5e76\u672a|\u5e76\u6ca1\u6709|\u5747\u672a|\u90fd\u672a|\u672a|\u4e0d\u66fe|\u65e0\u6cd5|\u7121\u6cd5|\u4e0d\u8db3\u4ee5|\u4e0d|\u65e0|\u6ca1|\u6c92)[^\u3002\uff1b\uff0c]{{0,10}}?{_ZH_SAY}",
            f"(?:\u6ca1\u6709|\u6c92\u6709|\u672a|\u6ca1|\u7121\u6cd5|\u65e0\u6cd5|\u4e0d\u80fd|\u627e\u4e0d\u5230|\u67e5\u4e0d\u5230)[^\u3002\uff1b]{{0,6}}?(?:\u5728|\u4ece|\u5f9e|\u6839\u636e|\u636e)[^\u3002\uff1b]{{0,8}}?{{S}}",
            f"(?:\u5728|\u4ece|\u5f9e|\u6839\u636e|\u6839\u64da|\u636e|\u4f9d\u636e|\u4ec5\u51ed|\u5c31|\u6240\u7ed9|\u624b\u5934\u7684?)[^\u3002\uff1b]{{0,10}}?{{S}}[^\u3002\uff1b]{{0,14}}?(?:\u6ca1\u6709|\u6c92\u6709|\u672a|\u6ca1|\u65e0\u6cd5|\u7121\u6cd5|\u4e0d\u80fd|\u627e\u4e0d\u5230|\u4e0d\u6e05\u695a|\u4e0d\u5f97\u800c\u77e5|\u770b\u4e0d\u51fa)",
            "^(?:\u4f46|\u4f46\u662f|\u800c|\u4e5f)?(?:\u5e76)?(?:\u6ca1\u6709|\u6ca1|\u672a)(?:\u8bf4|\u63d0\u5230|\u63d0\u53ca|\u7ed9\u51fa|\u5199|\u8bb2|\u4e00\u5904|\u54ea\u91cc|\u54ea\u4e00)",
            "(?:\u4e0d\u5728|\u8d85\u51fa|\u8d85\u904e)[^\u3002\uff1b]{0,12}?(?:\u8303\u56f4|\u7bc4\u570d|{S})",
            "(?:\u6ca1\u6709|\u6c92\u6709|\u7f3a\u4e4f|\u7f3a\u5c11|\u65e0|\u4e26\u7121|\u5e76\u65e0)(?:\u8db3\u591f|\u8db3\u5920|\u5145\u5206|\u76f8\u5173|\u76f8\u95dc|\u4efb\u4f55|\u5173\u4e8e|\u5177\u4f53)[^\u3002\uff1b]{0,10}?(?:\u4fe1\u606f|\u8cc7\u8a0a|\u8d44\u6599|\u8cc7\u6599|\u5185\u5bb9|\u8bf4\u660e|\u8bb0\u8f7d|\u4f9d\u636e|\u6750\u6599)",
            "(?:\u4fe1\u606f|\u8d44\u6599|\u4f9d\u636e|\u6750\u6599)(?:\u4e0d\u8db3|\u4e0d\u591f|\u6709\u9650)|(?:\u90e8\u5206|\u53ea\u80fd)(?:\u5730)?(?:\u56de\u7b54|\u4f5c\u7b54)|\u90e8\u5206\u56de\u7b54",
            "(?:\u6ca1\u6709|\u672a)(?:\u4efb\u4f55)?(?:\u6587\u6863|\u6587\u4ef6|\u8d44\u6599|\u6765\u6e90|\u6750\u6599|\u7247\u6bb5)[^\u3002\uff1b]{0,10}?(?:\u63d0|\u8bf4|\u7ed9|\u5199|\u8bb0)",
        ),
        own=(
            "(?:\u6211|\u6211\u4eec|\u6211\u5011|\u672c\u4eba|\u8fd9\u8fb9)[^\u3002\uff1b\uff0c]{0,16}?(?:\u6ca1\u6709?|\u6c92\u6709?|\u672a\u80fd?|\u65e0\u6cd5|\u7121\u6cd5|\u4e0d\u80fd|\u627e\u4e0d\u5230|\u4e0d\u77e5\u9053|\u4e0d\u6e05\u695a|\u4e0d\u786e\u5b9a|\u4e0d\u78ba\u5b9a|\u4e0d\u4fbf|\u6ca1\u529e\u6cd5)",
            "(?:\u4e0d\u60f3|\u4e0d\u613f|\u4e0d\u9858|\u4e0d\u4fbf|\u4e0d\u6562|\u4e0d\u5b9c|\u4e0d\u4f1a|\u4e0d)(?:\u968f\u610f|\u5984\u52a0|\u80e1\u4e71|\u4e71|\u5984|\u968f\u4fbf)?(?:\u731c\u6d4b|\u731c|\u81c6\u6d4b|\u81c6\u65ad|\u63a8\u6d4b|\u7f16\u9020)",
        ),
        loose=(
            "^[^\u3002\uff1b\uff0c]{0,6}(?:\u4e0d\u77e5\u9053|\u4e0d\u6e05\u695a|\u4e0d\u786e\u5b9a|\u65e0\u6cd5(?:\u56de\u7b54|\u786e\u5b9a|\u786e\u8ba4|\u5f97\u77e5|\u5224\u65ad|\u627e\u5230|\u7b54\u590d)|\u7121\u6cd5(?:\u56de\u7b54|\u78ba\u5b9a|\u78ba\u8a8d)|\u627e\u4e0d\u5230|\u672a\u627e\u5230|\u6ca1\u6709\u627e\u5230|\u6ca1\u627e\u5230|\u6c92\u6709\u627e\u5230)",
            "(?:\u4e0d\u5f97\u800c\u77e5|\u5c1a\u4e0d\u6e05\u695a|\u672a\u63d0\u53ca|\u672a\u6ce8\u660e|\u672a\u8bf4\u660e|\u672a\u7ed9\u51fa|\u672a\u63d0\u4f9b|\u4e0d\u8be6|\u6ca1\u6709(?:\u8bf4\u660e|\u63d0\u53ca|\u8bb0\u8f7d|\u63d0\u5230))[\u3002.]?$",
        ),
        about="(?:\u53ea|\u4ec5|\u50c5|\u63cf\u8ff0|\u4ecb\u7ecd|\u4ecb\u7d39|\u8bb2\u7684\u662f|\u8c08\u7684\u662f|\u8bf4\u7684\u662f|\u8bb2|\u8c08|\u6d89\u53ca|\u5173\u4e8e|\u95dc\u65bc)",
        searched="(?:\u67e5\u9605|\u67e5\u95b1|\u641c\u7d22|\u9605\u8bfb|\u95b1\u8b80|\u770b\u8fc7|\u67e5\u770b|\u67e5\u627e|\u8bfb\u4e86|\u8bfb\u5b8c|\u7ffb\u9605|\u68c0\u7d22)",
        advice="(?:\u8bf7\u8054\u7cfb|\u8bf7\u54a8\u8be2|\u8acb\u806f\u7e6b|\u8054\u7cfb\u5ba2\u670d|\u62b1\u6b49|\u5bf9\u4e0d\u8d77|\u5c0d\u4e0d\u8d77|\u5f88\u9057\u61be|\u9057\u61be|\u611f\u8c22|\u8c22\u8c22|\u95ee\u9898|\u5efa\u8bae)",
    ),
    "ja": Words(
        source="(?:\u8cc7\u6599|\u6587\u66f8|\u30c9\u30ad\u30e5\u30e1\u30f3\u30c8|\u6587\u732e|\u60c5\u5831\u6e90|\u30bd\u30fc\u30b9|\u51fa\u5178|\u30b3\u30f3\u30c6\u30ad\u30b9\u30c8|\u6587\u8108|\u629c\u7c8b|\u672c\u6587|\u63d0\u4f9b\u3055\u308c\u305f|\u5185\u5bb9|\u30c6\u30ad\u30b9\u30c8|\u30d5\u30a1\u30a4\u30eb|\u30de\u30cb\u30e5\u30a2\u30eb|\u3044\u305f\u3060\u3044\u305f|\u4e0e\u3048\u3089\u308c\u305f|\u8a18\u9332|\u7b87\u6240|\u5178\u62e0|\u53c2\u7167\u5143)",
        gap=(
            "{S}[^\u3002]{0,44}?(?:\u3042\u308a\u307e\u305b\u3093|\u3054\u3056\u3044\u307e\u305b\u3093|\u898b\u3064\u304b(?:\u308a\u307e\u305b\u3093|\u3089\u306a)|\u898b\u5f53\u305f\u308a\u307e\u305b\u3093|\u898b\u5f53\u305f\u3089\u306a|\u898b\u3064\u3051\u3089\u308c|\u66f8\u304b\u308c\u3066\u3044\u307e\u305b\u3093|\u66f8\u304b\u308c\u3066\u3044\u306a|\u8a18\u8f09\u3055\u308c?\u3066\u3044(?:\u307e\u305b\u3093|\u306a)|\u89e6\u308c(?:\u3089\u308c)?\u3066(?:\u3044|\u304a)(?:\u307e\u305b\u3093|\u306a|\u308a\u307e\u305b\u3093)|\u8ff0\u3079(?:\u3089\u308c)?\u3066\u3044(?:\u307e\u305b\u3093|\u306a)|\u8a00\u53ca(?:\u3055\u308c|\u3057)?\u3066(?:\u3044|\u304a)(?:\u307e\u305b\u3093|\u306a|\u308a\u307e\u305b\u3093)|\u542b\u307e\u308c\u3066(?:\u3044|\u304a)(?:\u307e\u305b\u3093|\u306a|\u308a\u307e\u305b\u3093)|(?:\u308f|\u5206)\u304b\u308a\u307e\u305b\u3093|\u4e0d\u660e|\u78ba\u8a8d\u3067\u304d\u307e\u305b\u3093|\u78ba\u8a8d\u3067\u304d\u306a|\u7b54\u3048\u3089\u308c\u307e\u305b\u3093|\u304a\u7b54\u3048\u3067\u304d\u307e\u305b\u3093|\u5224\u65ad\u3067\u304d\u307e\u305b\u3093|\u7279\u5b9a\u3067\u304d\u307e\u305b\u3093|\u793a\u3055\u308c?\u3066\u3044(?:\u307e\u305b\u3093|\u306a)|\u8f09\u3063\u3066(?:\u3044|\u304a)(?:\u307e\u305b\u3093|\u306a|\u308a\u307e\u305b\u3093)|\u8aad\u307f\u53d6\u308c(?:\u307e\u305b\u3093|\u306a)|\u8a18\u8f09\u306f\u306a|\u8a18\u8f09\u304c\u306a|\u60c5\u5831\u304c\u306a|\u51fa\u3066(?:\u304d\u307e\u305b\u3093|\u3053\u306a)|\u6319\u3052\u3089\u308c\u3066\u3044\u307e\u305b\u3093|\u660e\u3089\u304b\u306b\u3055\u308c\u3066|\u8aac\u660e\u3055\u308c\u3066\u3044\u307e\u305b\u3093|\u8aac\u660e\u304c\u3042\u308a\u307e\u305b\u3093|\u6c7a\u3081\u3089\u308c\u307e\u305b\u3093|\u3044\u3048\u307e\u305b\u3093|\u8a00\u3048\u307e\u305b\u3093)",
            "(?:\u5341\u5206\u306a|\u95a2\u9023\u3059\u308b|\u8a72\u5f53\u3059\u308b)(?:\u60c5\u5831|\u8cc7\u6599|\u8a18\u8f09|\u8a18\u8ff0)[^\u3002]{0,8}?(?:\u3042\u308a\u307e\u305b\u3093|\u306a\u3044|\u898b\u3064\u304b\u308a\u307e\u305b\u3093|\u5f97\u3089\u308c|\u4e0d\u8db3)",
            "(?:\u7bc4\u56f2\u5916|\u5bfe\u8c61\u5916|\u7bc4\u56f2\u3092\u8d85\u3048|\u6271\u3063\u3066\u3044\u307e\u305b\u3093|\u7bc4\u56f2\u306b\u306f(?:\u542b|\u5165))",
            "(?:\u90e8\u5206\u7684\u306b(?:\u3057\u304b|\u306e\u307f)?|\u4e00\u90e8(?:\u3057\u304b|\u306e\u307f|\u3060\u3051))[^\u3002]{0,10}?(?:\u7b54\u3048|\u56de\u7b54)",
            "(?:\u3069\u306e|\u3044\u305a\u308c\u306e|\u3069\u3061\u3089\u306e)(?:\u8cc7\u6599|\u6587\u66f8|\u51fa\u5178|\u629c\u7c8b|\u30bd\u30fc\u30b9|\u30c9\u30ad\u30e5\u30e1\u30f3\u30c8)[^\u3002]{0,30}?(?:\u307e\u305b\u3093|\u306a\u3044)",
        ),
        own=(),
        loose=(
            "(?:\u8ff0\u3079|\u89e6\u308c|\u793a\u3057|\u66f8\u3044|\u8a18\u3057|\u8aac\u660e\u3057|\u8a00\u53ca\u3057)\u3066(?:\u3044|\u304a)(?:\u307e\u305b\u3093|\u308a\u307e\u305b\u3093|\u306a\u3044)",
            "(?:(?:\u308f|\u5206)\u304b\u308a\u307e\u305b\u3093|\u5b58\u3058\u307e\u305b\u3093|\u304a\u7b54\u3048\u3067\u304d\u307e\u305b\u3093|\u56de\u7b54\u3067\u304d\u307e\u305b\u3093|\u7b54\u3048\u3089\u308c\u307e\u305b\u3093|\u304a\u7b54\u3048\u3057\u304b\u306d|\u898b\u3064\u3051\u3089\u308c\u307e\u305b\u3093|\u898b\u3064\u304b\u308a\u307e\u305b\u3093\u3067\u3057\u305f|\u898b\u3064\u304b\u308a\u307e\u305b\u3093|\u898b\u5f53\u305f\u308a\u307e\u305b\u3093|\u78ba\u8a8d\u3067\u304d\u307e\u305b\u3093(?:\u3067\u3057\u305f)?|\u5224\u65ad\u3067\u304d\u307e\u305b\u3093|\u63a8\u6e2c(?:\u306f|\u3092|\u3067)?[^\u3002]{0,8}?(?:\u63a7\u3048|\u907f\u3051|\u3067\u304d|\u3057\u307e|\u7b54\u3048)|\u61b6\u6e2c|\u5f53\u3066\u63a8\u91cf|\u63a7\u3048\u307e\u3059|\u5dee\u3057\u63a7\u3048|\u4e0d\u660e\u3067\u3059)",
            "(?:\u60c5\u5831|\u8a18\u8f09|\u8a18\u8ff0|\u8a00\u53ca|\u8aac\u660e)(?:\u304c|\u306f|\u3082)?(?:\u3042\u308a\u307e\u305b\u3093|\u3054\u3056\u3044\u307e\u305b\u3093|\u898b\u5f53\u305f\u308a\u307e\u305b\u3093|\u898b\u3064\u304b\u308a\u307e\u305b\u3093|\u306a\u3057|\u4e0d\u8db3)",
            "(?:\u8a18\u8f09\u306a\u3057|\u4e0d\u660e|\u8a00\u53ca\u306a\u3057|\u8a18\u8ff0\u306a\u3057)[\u3002.]?$",
        ),
        about="(?:\u3060\u3051|\u306e\u307f|\u306b\u3064\u3044\u3066|\u8aac\u660e\u3057\u3066|\u8ff0\u3079\u3066|\u6271\u3063\u3066|\u306e\u8a71|\u3057\u304b|\u306b\u95a2\u3059\u308b)",
        searched="(?:\u8aad\u307f\u307e\u3057\u305f|\u8abf\u3079\u307e\u3057\u305f|\u78ba\u8a8d\u3057\u307e\u3057\u305f|\u691c\u7d22\u3057\u307e\u3057\u305f|\u62dd\u898b)",
        advice="(?:\u304a\u554f\u3044\u5408\u308f\u305b|\u9023\u7d61|\u7533\u3057\u8a33|\u3059\u307f\u307e\u305b\u3093|\u6050\u308c\u5165\u308a|\u6b8b\u5ff5|\u3054\u8cea\u554f|\u8cea\u554f\u306f|\u304f\u3060\u3055\u3044)",
    ),
    "ko": Words(
        source="(?:\uc790\ub8cc|\ubb38\uc11c|\ucd9c\ucc98|\ubb38\ub9e5|\ucee8\ud14d\uc2a4\ud2b8|\ubc1c\ucdcc|\ubcf8\ubb38|\uc81c\uacf5\ub41c|\uc8fc\uc5b4\uc9c4|\ub0b4\uc6a9|\ud14d\uc2a4\ud2b8|\ud30c\uc77c|\ubc1b\uc740|\uc124\uba85\uc11c|\uadfc\uac70|\ub300\ubaa9|\uad6c\uc808)",
        gap=(
            "{S}[^.\u3002]{0,50}?(?:\uc5c6\uc2b5\ub2c8\ub2e4|\uc5c6\uc5c8\uc2b5\ub2c8\ub2e4|\uc5c6\ub124\uc694|\uc5c6\uc5b4|\uc5c6\ub2e4|\uc54a\uc2b5\ub2c8\ub2e4|\uc54a\uc558\uc2b5\ub2c8\ub2e4|\uc54a\uc544|\uc54a\ub2e4|\ubabb\ud588\uc2b5\ub2c8\ub2e4|\ubabb\ud569\ub2c8\ub2e4|\ub098\uc640\\s?\uc788\uc9c0|\uc5b8\uae09(?:\ud558\uc9c0|\ub418\uc9c0|\uc774\\s?\uc5c6|\uc740\\s?\uc5c6)|\ucc3e\uc744\\s?\uc218\\s?\uc5c6|\uc54c\\s?\uc218\\s?\uc5c6|\ud655\uc778\ud560\\s?\uc218\\s?\uc5c6|\ub2f4\uaca8\\s?\uc788\uc9c0|\ub2e4\ub8e8\uc9c0|\ubc1d\ud788\uc9c0|\ubd80\uc871)",
            "(?:\ucda9\ubd84\ud55c|\uad00\ub828)\\s?(?:\uc815\ubcf4|\ub0b4\uc6a9|\uc790\ub8cc)[^.]{0,8}?(?:\uc5c6|\ubd80\uc871|\ucc3e)|\uc815\ubcf4\uac00\\s?(?:\uc5c6|\ubd80\uc871|\ucda9\ubd84\ud558\uc9c0)",
            "\ubc94\uc704(?:\ub97c|\uc5d0)?\\s?(?:\ubc97\uc5b4|\ubc16|\ud3ec\ud568\ub418\uc9c0|\uc18d\ud558\uc9c0)",
            "(?:\ubd80\ubd84\uc801\uc73c\ub85c|\uc77c\ubd80)(?:\ub9cc|\ub85c\ub9cc|\ubc16\uc5d0)?[^.]{0,10}?(?:\ub2f5|\ub300\ub2f5)",
            "(?:\uc0b4\ud3b4|\ucc3e\uc544|\uac80\ud1a0|\uc77d|\uac80\uc0c9)[^.]{0,60}?(?:\ucc3e\uc9c0\\s?\ubabb|\uc5c6\uc5c8|\uc5c6\uc2b5)",
            "(?:\uc5b4\ub290|\uc5b4\ub5a4)\\s(?:\uc790\ub8cc|\ubb38\uc11c|\ucd9c\ucc98)[^.]{0,30}?(?:\uc54a|\uc5c6)",
        ),
        own=(),
        loose=(
            "(?:\ub9d0\ud558|\ubc1d\ud788|\uc5b8\uae09\ud558|\ub2e4\ub8e8|\uc124\uba85\ud558|\uc54c\ub824\uc8fc)\uc9c0\\s?\uc54a",
            "(?:\ubaa8\ub974\uaca0|\ubaa8\ub985\ub2c8\ub2e4|\uc54c\\s?\uc218\\s?\uc5c6|\ucc3e\uc9c0\\s?\ubabb\ud588|\ucc3e\uc744\\s?\uc218\\s?\uc5c6|\ub2f5(?:\ubcc0)?(?:\ud560|\ub4dc\ub9b4|\ud574\\s\ub4dc\ub9b4)\\s?\uc218\\s?\uc5c6|\ub2f5\ud558\uae30\\s?\uc5b4\ub835|\ud655\uc778(?:\ud560\\s?\uc218\\s?\uc5c6|\ud558\uc9c0\\s?\ubabb|\ub418\uc9c0\\s?\uc54a)|\ucd94\uce21(?:\ud558\uc9c0|\ud558\uace0\\s\uc2f6\uc9c0|\uc740|\uc744)[^.]{0,12}(?:\uc54a|\ud53c\ud558|\uc0bc\uac00)|\uc9d0\uc791)",
            "(?:\uc815\ubcf4|\uc5b8\uae09|\uae30\ub85d|\ub0b4\uc6a9|\uc124\uba85)(?:\uac00|\uc774|\uc740|\ub294|\ub3c4)?\\s?(?:\uc5c6\uc2b5\ub2c8\ub2e4|\uc5c6\uc5c8\uc2b5\ub2c8\ub2e4|\ucc3e\uc9c0|\ubd80\uc871)",
            "(?:\uc5b8\uae09\\s?\uc5c6\uc74c|\uae30\uc7ac\\s?\uc5c6\uc74c|\uc815\ubcf4\\s?\uc5c6\uc74c|\ub098\uc640\\s?\uc788\uc9c0\\s?\uc54a\uc74c|\uc54c\\s?\uc218\\s?\uc5c6\uc74c|\uba85\uc2dc\ub418\uc9c0\\s?\uc54a\uc74c|\uc5c6\uc74c)[.]?$",
        ),
        about="(?:\ub9cc\\s|\uc124\uba85|\ub2e4\ub8e8|\ub2e4\ub8f9|\uad00\ud55c|\ub300\ud55c|\uc774\uc57c\uae30|\uc5d0\ub9cc)",
        searched="(?:\uc77d\uc5c8\uc9c0\ub9cc|\ucc3e\uc544\ubcf4|\uac80\ud1a0|\uc0b4\ud3b4|\uac80\uc0c9\ud588|\ud655\uc778\ud588\uc9c0\ub9cc)",
        advice="(?:\ubb38\uc758|\uc5f0\ub77d|\uc8c4\uc1a1|\uc720\uac10|\uc548\ud0c0\uae5d|\uc9c8\ubb38|\uac10\uc0ac|\ubc14\ub78d\ub2c8\ub2e4|\uc8fc\uc138\uc694)",
    ),
    "ar": Words(
        source=r"(?:\u0627\u0644)?(?:\u0645\u0633\u062a\u0646\u062f\u0627\u062a|\u0648\u062b\u0627\u0626\u0642|\u0645\u0635\u0627\u062f\u0631|\u0633\u064a\u0627\u0642|\u0645\u0642\u062a\u0637\u0641\u0627\u062a|\u0646\u0635\u0648\u0635|\u0645\u0648\u0627\u062f|\u0645\u0633\u062a\u0646\u062f(?:\u064a\u0646|\u0627\u0646)?|\u0648\u062b\u064a\u0642\u0629|\u0648\u062b\u064a\u0642\u062a\u064a\u0646|\u0645\u0635\u062f\u0631(?:\u064a\u0646)?|\u0646\u0635\b|\u0645\u0642\u0627\u0637\u0639|\u0645\u0642\u0637\u0639|\u0645\u0644\u0641\u0627\u062a|\u0645\u0627\u062f\u0629|\u0645\u0631\u0627\u062c\u0639|\u0645\u0639\u0644\u0648\u0645\u0627\u062a\s(?:\u0627\u0644\u0645\u0642\u062f\u0645\u0629|\u0627\u0644\u0645\u062a\u0627\u062d\u0629|\u0627\u0644\u0645\u062a\u0648\u0641\u0631\u0629))",
        gap=(
            rf"(?:\u0644\u0627|\u0644\u0645|\u0644\u064a\u0633|\u0644\u064a\u0633\u062a|\u0644\u0646|\u0645\u0627|\u0648\u0644\u0627|\u0648\u0644\u0645)\s(?:\w+\s){{0,2}}?{_AR_SAY}[^.\u061b]{{0,50}}?{{S}}",
            rf"{{S}}[^.\u061b]{{0,60}}?\b(?:\u0644\u0627|\u0644\u0645|\u0644\u064a\u0633|\u0644\u064a\u0633\u062a|\u0644\u0646|\u0648\u0644\u0627|\u0648\u0644\u0645)\s(?:\w+\s){{0,1}}?{_AR_SAY}",
            rf"(?:\u0644\u0627|\u0648\u0644\u0627|\u0623\u064a\s\u0645\u0646|\u0623\u064a\u0627\s\u0645\u0646|\u0623\u064a)\s(?:\w+\s){{0,1}}?{{S}}[^.\u061b]{{0,60}}?{_AR_SAY}",
            rf"^(?:(?:\u0644\u0643\u0646|\u0648\u0644\u0643\u0646|\u0644\u0643\u0646\u0647\u0627|\u0648\u0644\u0643\u0646\u0647\u0627|\u0648)\s?)?(?:\u0644\u0627|\u0648\u0644\u0627|\u0644\u0645|\u0648\u0644\u0645)\s(?:\u062a\u0630\u0643\u0631|\u062a\u0642\u0648\u0644|\u062a\u0634\u064a\u0631|\u062a\u062d\u062f\u062f|\u062a\u0648\u0636\u062d|\u062a\u0639\u0637\u064a|\u062a\u0628\u064a\u0646|\u062a\u062a\u0637\u0631\u0642|\u062a\u062a\u0646\u0627\u0648\u0644|\u062a\u062e\u0628\u0631)\b",
            r"\u063a\u064a\u0631\s(?:\u0645\u0630\u0643\u0648\u0631|\u0645\u062d\u062f\u062f|\u0648\u0627\u0631\u062f|\u0645\u062a\u0648\u0641\u0631|\u0643\u0627\u0641|\u0648\u0627\u0636\u062d|\u0645\u0648\u062c\u0648\u062f|\u0645\u0628\u064a\u0646)\w*[^.\u061b]{0,20}?(?:\u0641\u064a|\u0645\u0646)\s(?:\w+\s)?{S}",
            r"(?:\u0645\u0646|\u0641\u064a|\u0628\u0646\u0627\u0621\s\u0639\u0644\u0649|\u0648\u0641\u0642|\u062d\u0633\u0628|\u0627\u0633\u062a\u0646\u0627\u062f\u0627)\b[^.\u061b]{0,20}?{S}[^.\u061b]{0,40}?(?:\u0644\u0627\s?(?:\u064a\u0645\u0643\u0646|\u062a\u0648\u062c\u062f|\u064a\u0648\u062c\u062f|\u0623\u0633\u062a\u0637\u064a\u0639|\u064a\u0631\u062f|\u062a\u0631\u062f|\u062a\u0630\u0643\u0631)|\u0644\u0645\s|\u0644\u064a\u0633|\u063a\u064a\u0631\s)",
            r"(?:\u0644\u0627|\u0644\u0645|\u0644\u064a\u0633)\b[^.\u061b]{0,50}?(?:\u0645\u0646|\u0641\u064a|\u0636\u0645\u0646)\s(?:\w+\s){0,2}?{S}",
            r"(?:\u062e\u0627\u0631\u062c|\u064a\u062a\u062c\u0627\u0648\u0632|\u062a\u062a\u062c\u0627\u0648\u0632)\s(?:\w+\s)?(?:\u0646\u0637\u0627\u0642|\u0625\u0637\u0627\u0631)",
            r"(?:\u0645\u0639\u0644\u0648\u0645\u0627\u062a|\u0627\u0644\u0645\u0639\u0644\u0648\u0645\u0627\u062a)\s(?:\u063a\u064a\u0631\s)?\u0643\u0627\u0641\u064a\u0629|\u0645\u0627\s\u064a\u0643\u0641\u064a\s\u0645\u0646|\u063a\u064a\u0631\s\u0643\u0627\u0641",
            r"(?:\u062c\u0632\u0626\u064a\u0627|\u0628\u0634\u0643\u0644\s\u062c\u0632\u0626\u064a|\u062c\u0632\u0621\s\u0645\u0646\s\u0627\u0644\u0633\u0624\u0627\u0644|\u0625\u062c\u0627\u0628\u0629\s\u062c\u0632\u0626\u064a\u0629|\u062c\u0632\u0626\u064a\u0629)",
        ),
        own=(
            r"(?:\u0644\u0645\s(?:\u0623\u062c\u062f|\u0623\u0639\u062b\u0631|\u0623\u062a\u0645\u0643\u0646|\u0646\u062c\u062f|\u0646\u0639\u062b\u0631|\u0623\u0633\u062a\u0637\u0639|\u0623\u0631)|\u0644\u0627\s(?:\u0623\u0639\u0631\u0641|\u0623\u0639\u0644\u0645|\u0623\u0645\u0644\u0643|\u0623\u0633\u062a\u0637\u064a\u0639|\u0623\u062c\u062f|\u0623\u062f\u0631\u064a|\u0646\u0645\u0644\u0643|\u0646\u0639\u0631\u0641|\u0623\u0631\u0649|\u064a\u0645\u0643\u0646\u0646\u064a|\u064a\u0645\u0643\u0646\u0646\u0627|\u0623\u0648\u062f)|\u0644\u064a\u0633(?:\u062a)?\s(?:\u0644\u062f\u064a|\u0639\u0646\u062f\u064a|\u0644\u062f\u064a\u0646\u0627|\u0628\u0625\u0645\u0643\u0627\u0646\u064a)|\u0644\u0646\s\u0623\u062e\u0645\u0646|\u0623\u0641\u0636\u0644\s(?:\u0623\u0644\u0627|\u0639\u062f\u0645|\u0623\u0646\s\u0644\u0627)|\u062f\u0648\u0646\s(?:\u0623\u0646\s\u0623\u062c\u062f|\u0627\u0644\u0639\u062b\u0648\u0631))",
        ),
        loose=(
            r"\u0644\u0627\s(?:\u062a\u0648\u062c\u062f|\u064a\u0648\u062c\u062f)\s(?:\u0623\u064a\s|\u0623\u064a\u0629\s)?(?:\u0645\u0639\u0644\u0648\u0645\u0627\u062a|\u0630\u0643\u0631|\u0625\u0634\u0627\u0631\u0629|\u062a\u0641\u0627\u0635\u064a\u0644|\u0628\u064a\u0627\u0646\u0627\u062a|\u062c\u0648\u0627\u0628)",
            r"\u0644\u0627\s\u064a\u0645\u0643\u0646\s(?:\u062a\u062d\u062f\u064a\u062f|\u0645\u0639\u0631\u0641\u0629|\u0627\u0644\u062a\u0623\u0643\u062f|\u0627\u0644\u0625\u062c\u0627\u0628\u0629|\u0627\u0644\u062c\u0632\u0645|\u062a\u0623\u0643\u064a\u062f)",
            r"\u063a\u064a\u0631\s(?:\u0645\u0630\u0643\u0648\u0631|\u0645\u062d\u062f\u062f|\u0645\u0639\u0631\u0648\u0641|\u0648\u0627\u0631\u062f|\u0645\u062a\u0648\u0641\u0631|\u0645\u0628\u064a\u0646)\w*\s?[.)]?$",
        ),
        about=r"(?:\u062a\u0635\u0641|\u0641\u0642\u0637|\u064a\u0635\u0641|\u062a\u062a\u0646\u0627\u0648\u0644|\u064a\u062a\u0646\u0627\u0648\u0644|\u062a\u062a\u062d\u062f\u062b|\u064a\u062a\u062d\u062f\u062b|\u062a\u062e\u0635|\u0639\u0646\b|\u062d\u0648\u0644)",
        searched=r"(?:\u0628\u062d\u062b\u062a|\u0642\u0631\u0623\u062a|\u0631\u0627\u062c\u0639\u062a|\u0627\u0637\u0644\u0639\u062a|\u062a\u0635\u0641\u062d\u062a)",
        advice=r"(?:\u0627\u062a\u0635\u0644|\u064a\u0631\u062c\u0649|\u062a\u0648\u0627\u0635\u0644|\u0639\u0630\u0631\u0627|\u0622\u0633\u0641|\u0644\u0644\u0623\u0633\u0641|\u0627\u0644\u0633\u0624\u0627\u0644|\u0634\u0643\u0631\u0627|\u0645\u0639\u0630\u0631\u0629)",
    ),
    "ru": Words(
        source=r"(?:\u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\w*|\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\w*|\u043a\u043e\u043d\u0442\u0435\u043a\u0441\u0442\w*|\u043e\u0442\u0440\u044b\u0432\w*|\u0444\u0440\u0430\u0433\u043c\u0435\u043d\u0442\w*|\u043c\u0430\u0442\u0435\u0440\u0438\u0430\u043b\w*|\u0442\u0435\u043a\u0441\u0442\w*|\u043f\u0440\u0435\u0434\u043e\u0441\u0442\u0430\u0432\u043b\u0435\u043d\u043d\w*|\u0432\u044b\u0434\u0435\u0440\u0436\u043a\w*)",
        gap=(
            r"{S}[^.;]{0,50}?(?:\b\u043d\u0435\u0442\b|\b\u043d\u0435\s(?:\u0443\u043f\u043e\u043c\u0438\u043d|\u0443\u043a\u0430\u0437|\u0441\u043e\u0434\u0435\u0440\u0436|\u0433\u043e\u0432\u043e\u0440|\u0441\u043a\u0430\u0437|\u043f\u0440\u0438\u0432\u043e\u0434|\u043f\u0440\u0438\u0432\u0435\u0434|\u0434\u0430[\u044e\u0435\u0451]\u0442|\u043e\u043f\u0438\u0441\u044b\u0432|\u043d\u0430\u0437\u0432|\u043d\u0430\u0437\u044b\u0432|\u0441\u043e\u043e\u0431\u0449|\u0445\u0432\u0430\u0442\u0430|\u043f\u043e\u0437\u0432\u043e\u043b|\u0440\u0430\u0441\u043a\u0440\u044b\u0432|\u043e\u0442\u0432\u0435\u0447)|\u043e\u0442\u0441\u0443\u0442\u0441\u0442\u0432\u0443)",
            r"\b(?:\u043d\u0435\u0442|\u043d\u0435\s\w+)\b[^.;]{0,40}?\b(?:\u0432|\u0438\u0437|\u043f\u043e)\s(?:\w+\s){0,2}?{S}",
            r"\u043d\u0435\u0434\u043e\u0441\u0442\u0430\u0442\u043e\u0447\u043d\u043e\s(?:\u0438\u043d\u0444\u043e\u0440\u043c\u0430\u0446|\u0434\u0430\u043d\u043d\u044b\u0445|\u0441\u0432\u0435\u0434\u0435\u043d\u0438)|(?:\u0432\u043d\u0435|\u0437\u0430)\s(?:\u0440\u0430\u043c\u043a|\u043f\u0440\u0435\u0434\u0435\u043b|\u043e\u0431\u043b\u0430\u0441\u0442)|(?:\u0447\u0430\u0441\u0442\u0438\u0447\u043d\u043e|\u043e\u0442\u0447\u0430\u0441\u0442\u0438)\s\u043e\u0442\u0432\u0435\u0442",
        ),
        own=(
            r"\b(?:\u044f|\u043c\u044b|\u043c\u043d\u0435)?\s?\u043d\u0435\s(?:\u043d\u0430\u0448[\u0435\u0451]\u043b|\u043d\u0430\u0448\u043b\u0430|\u043d\u0430\u0448\u043b\u0438|\u0437\u043d\u0430\u044e|\u0437\u043d\u0430\u0435\u043c|\u043c\u043e\u0433\u0443|\u043c\u043e\u0436\u0435\u043c|\u0441\u043c\u043e\u0433|\u0443\u0434\u0430\u043b\u043e\u0441\u044c|\u0443\u0432\u0435\u0440\u0435\u043d|\u0440\u0430\u0441\u043f\u043e\u043b\u0430\u0433\u0430|\u0432\u0438\u0436\u0443|\u0431\u0443\u0434\u0443\s\u0433\u0430\u0434\u0430\u0442\u044c)",
        ),
        loose=(
            r"\b\u043d\u0435\u0442\s(?:\w+\s)?(?:\u0438\u043d\u0444\u043e\u0440\u043c\u0430\u0446|\u0441\u0432\u0435\u0434\u0435\u043d\u0438|\u0434\u0430\u043d\u043d\u044b\u0445|\u0443\u043f\u043e\u043c\u0438\u043d\u0430\u043d\u0438)|\u043d\u0435\s(?:\u0443\u043a\u0430\u0437\u0430\u043d|\u0443\u043f\u043e\u043c\u044f\u043d\u0443\u0442|\u0438\u0437\u0432\u0435\u0441\u0442)\w*\s?[.)]?$",
        ),
        about=r"(?:\u043e\u043f\u0438\u0441\u044b\u0432|\u0442\u043e\u043b\u044c\u043a\u043e|\u043b\u0438\u0448\u044c|\u0440\u0430\u0441\u0441\u043a\u0430|\u0433\u043e\u0432\u043e\u0440|\u043f\u043e\u0441\u0432\u044f\u0449)",
        searched=r"(?:\u043f\u0440\u043e\u0441\u043c\u043e\u0442\u0440\u0435\u043b|\u0438\u0441\u043a\u0430\u043b|\u043f\u0440\u043e\u0447\u0438\u0442\u0430\u043b|\u043f\u0440\u043e\u0432\u0435\u0440\u0438\u043b)",
        advice=r"(?:\u043e\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044c|\u0441\u0432\u044f\u0436\u0438\u0442\u0435\u0441\u044c|\u043a\s\u0441\u043e\u0436\u0430\u043b\u0435\u043d\u0438\u044e|\u0438\u0437\u0432\u0438\u043d|\u0432\u043e\u043f\u0440\u043e\u0441|\u0441\u043f\u0430\u0441\u0438\u0431\u043e|\u043f\u043e\u0436\u0430\u043b\u0443\u0439\u0441\u0442\u0430)",
    ),
    "nl": Words(
        source=r"(?:documenten?|bronnen|bron\b|context|fragmenten?|passages?|teksten?|materiaal|stukken|uittreksels?)",
        gap=(
            r"{S}[^.;:]{0,50}?\b(?:niet|geen|niets|nergens)\b[^.;]{0,30}?(?:vermeld|noem|genoemd|zeg|gezegd|staat|geef|geven|bevat|beschr|over|voor)?",
            r"\b(?:niet|geen|niets)\b[^.;]{0,50}?\b(?:in|uit|op\sbasis\svan|door)\s(?:\w+\s){0,2}?{S}",
            r"(?:onvoldoende|niet\sgenoeg|te\sweinig)\s(?:informatie|gegevens|context)|buiten\s(?:\w+\s)?(?:bereik|kader)|gedeeltelijk\sbeantwoord",
        ),
        own=(
            r"\b(?:ik|wij|we)\b[^.;]{0,40}?\b(?:niet|geen|niets)\b[^.;]{0,40}?(?:vind|gevonden|weet|beantwoord|zeggen|bepalen|bevestig|informatie|gok|raad)|\bik\sweet\b[^.;]{0,12}?niet",
        ),
        loose=(
            r"(?:geen\sinformatie|niet\s(?:vermeld|bekend|genoemd))\s?[.)]?$",
        ),
        about=r"(?:beschrijv|alleen|slechts|gaan\sover|behandel)",
        searched=r"heb\b.{0,40}(?:gezocht|gelezen|bekeken)",
        advice=r"(?:neem\scontact|raadpleeg|helaas|sorry|de\svraag|bedankt)",
    ),
    "hi": Words(
        source=r"(?:\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c\u093c?\w*|\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c\S*|\u0938\u094d\u0930\u094b\u0924\S*|\u0938\u0902\u0926\u0930\u094d\u092d\S*|\u0938\u0928\u094d\u0926\u0930\u094d\u092d\S*|\u0905\u0902\u0936\S*|\u0938\u093e\u092e\u0917\u094d\u0930\u0940|\u092a\u093e\u0920)",
        gap=(
            r"{S}[^\u0964.;]{0,60}?(?:\u0928\u0939\u0940\u0902|\u0905\u092d\u093e\u0935|\u0909\u0932\u094d\u0932\u0947\u0916\s\u0928)",
            r"(?:\u092a\u0930\u094d\u092f\u093e\u092a\u094d\u0924|\u0915\u094b\u0908)\s(?:\u091c\u093e\u0928\u0915\u093e\u0930\u0940|\u0938\u0942\u091a\u0928\u093e)\s(?:\S+\s)?\u0928\u0939\u0940\u0902|\u0926\u093e\u092f\u0930\u0947\s(?:\u0938\u0947|\u0915\u0947)\s\u092c\u093e\u0939\u0930|\u0906\u0902\u0936\u093f\u0915",
        ),
        own=(
r"\u092e\u0941\u091d\u0947\s(?:\S+\s){0,4}?\u0928\u0939\u0940\u0902|\u092e\u0948\u0902\s(?:\S+\s){0,5}?\u0928\u0939\u0940\u0902|\u091c\u093e\u0928\u0915\u093e\u0930\u0940\s(?:\S+\s)?\u0928\u0939\u0940\u0902|\u092a\u0924\u093e\s\u0928\u0939\u0940\u0902",
        ),
        loose=(),
        about=r"(?:\u0915\u0947\u0935\u0932|\u0938\u093f\u0930\u094d\u092b|\u0935\u0930\u094d\u0923\u0928|\u092c\u093e\u0930\u0947)",
        searched=r"(?:\u0916\u094b\u091c|\u092a\u0922\u093c\u093e|\u0926\u0947\u0916\u093e)",
        advice=r"(?:\u0915\u0943\u092a\u092f\u093e|\u0915\u094d\u0937\u092e\u093e|\u0916\u0947\u0926|\u092a\u094d\u0930\u0936\u094d\u0928|\u0927\u0928\u094d\u092f\u0935\u093e\u0926)",
    ),
}
