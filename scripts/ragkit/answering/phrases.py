"""Word lists of the sentence splitter: abbreviations, months, and how an answer talks about itself."""

import re

# Never the last word of a sentence, whatever follows.
TITLES = frozenset(
    """dr mr mrs ms prof st sr sra srta d\u00f1a dra jr gen col lt capt cmdr sgt maj rev hon pres gov sen rep mme mlle mgr
    e.g i.e viz cf vs al approx resp incl excl ca bzw z.b d.h u.a usw.b vgl evtl ggf sog bspw p.ej p.ex ej ex
    aprox p\u00e1g p\u00e1gs pag pagg sig sigg dott dott.ssa ing avv prof.ssa egr hr fr frau herr \u0442.\u0435 \u0442.\u043a \u0442.\u0434 \u0442.\u043f \u0433 \u0443\u043b \u0441\u0442\u0440 \u0440\u0438\u0441 \u0441\u043c \u0434\u0440 \u0438\u043c \u043f\u0440\u043e\u0444
    exmo env dhr mevr dhr nr n\u00fam n\u00b0 str tel fig figs eq eqs sec secs ch chap vol vols pp p ed eds cap caps art arts
    u.u abs abb tab kap s\u00e1t av rd blvd ave mt ft \u0921\u0949 \u0936\u094d\u0930\u0940 \u062f""".split()
)
# Not the last word of a sentence when a number follows.
BEFORE_NUMBER = frozenset(
    """no nos n\u00ba n p pp fig sec ch vol art jan feb mar apr jun jul aug sep sept oct nov dec ene abr ago dic janv f\u00e9vr
    avr juil d\u00e9c nov m\u00e4rz okt dez gen mag giu lug set ott fev mai out v ver c approx ca circa kap abschn nr \u043f \u0441\u0442\u0440""".split()
)
MONTH = re.compile(
    r"jan|feb|f\u00e9v|fev|m[a\u00e4]r(?:z|ch|s|zo|\u00e7o)\b|apr|abr|avr|ma[iy]|jun|jul|juin|juil|aug|ago|ao\u00fbt|sep|set|o[ck]t|out|ott|nov|"
    r"de[cz]|d\u00e9c|dic|ene|gen|giu|lug|mag"
)
STARTER = re.compile(
    r"The|It|Its|They|Their|This|That|These|Those|He|She|We|You|In|On|At|If|When|But|And|However|There|For|After|Then|Each|"
    r"No|All|Both|El|La|Los|Las|Es|Un|Una|Le|Les|Il|Elle|Ce|Der|Die|Das|Es|Ein|Eine|O|Os|As|Ela|Lo|Gli|\u042d\u0442\u043e|\u041e\u043d|\u041e\u043d\u0430"
)

_ABOUT = r"""
    (?:great|good|excellent|interesting)\s(?:question|point)|(?:of\scourse|certainly|sure(?:\sthing)?|absolutely|hello|hi(?:\sthere)?|
    thanks?(?:\syou)?(?:\sfor\s.{0,40})?|you'?re\swelcome|happy\sto\shelp|glad\sto\shelp|got\sit|okay|ok)\W*|
    (?:i\s)?hope\s(?:this|that|it)\s(?:helps|answers|was|is).{0,40}|let\sme\sknow\b.{0,90}|please\s(?:let\sme\sknow|feel\sfree)\b.{0,90}|
    feel\sfree\sto\b.{0,80}|if\syou\s(?:have|need|want|would\slike)\b.{0,60}\b(?:ask|know|help|questions?|reach\sout|happy)\b.{0,60}|
    (?:i(?:'m|\sam|'d|\swould\sbe)\s)?(?:happy|glad)\sto\b.{0,80}|(?:the\s)?(?:\w+\s){1,4}(?:is|are)\s(?:shown\s|listed\s|given\s|summari[sz]ed\s)?(?:below|as\sfollows)|
    (?:here(?:'s|\sis|\sare)|below\s(?:is|are))\b.{0,90}|(?:based\son|according\sto)\s(?:the\s)?(?:provided\s|given\s|supplied\s)?(?:sources|documents|context|excerpts)|
    in\s(?:short|summary|conclusion)|to\s(?:sum\sup|summari[sz]e)|i(?:'ve|\shave)?\s(?:looked|searched|checked|reviewed|went|read)\b.{0,90}|i(?:'ll|\swill)\b.{0,90}|let\sme\b.{0,60}|
    (?:\u00a1?(?:claro|por\ssupuesto|hola|buena\spregunta|excelente\spregunta|gracias(?:\spor\s.{0,40})?)(?:\sque\ss\u00ed)?)|(?:espero\sque\s(?:esto\s|le\s|te\s)*(?:ayude|sirva)|espero\shaber(?:le|te|lo)?\sayudado|
    si\s(?:necesita|tiene|quiere|necesitas|tienes)\b.{0,60}\b(?:preg|dud|d\u00edga|av\u00eds|h\u00e1ga|escr).{0,40}|no\sdude(?:s)?\sen\b.{0,60}).{0,30}|a\scontinuaci\u00f3n\b.{0,60}|aqu\u00ed\s(?:tiene|est\u00e1)\b.{0,60}|en\s(?:resumen|breve)|
    (?:bonjour|bonne\squestion|excellente\squestion|bien\ss\u00fbr|merci(?:\s(?:pour|de)\s.{0,40})?|voici\b.{0,80}|j'esp\u00e8re\s.{0,60}|n'h\u00e9sitez\spas\b.{0,70}|si\svous\savez\b.{0,60}questions?.{0,40}|en\s(?:bref|r\u00e9sum\u00e9))|
    (?:hallo|gute\sfrage|gern(?:e)?(?:\sgeschehen)?|nat\u00fcrlich|danke(?:\sf\u00fcr\s.{0,40})?|hier\s(?:ist|sind)\b.{0,80}|(?:ich\s)?hoffe\b.{0,60}|(?:das\s)?hilft\s(?:das|ihnen|dir)\b.{0,40}|melden\ssie\ssich\b.{0,60}|bei\s(?:weiteren\s)?fragen\b.{0,60}|wenn\ssie\s(?:noch\s)?fragen\b.{0,60}|kurz\sgesagt|zusammengefasst|zusammenfassend)|
    (?:ol\u00e1|boa\spergunta|\u00f3tima\spergunta|claro(?:\sque\ssim)?|obrigad[oa](?:\spel[oa]\s.{0,40})?|espero\s(?:ter\sajudado|que\s.{0,50})|aqui\sest(?:\u00e1|\u00e3o)\b.{0,60}|se\s(?:precisar|tiver)\b.{0,80}|fique\s\u00e0\svontade\b.{0,60}|em\s(?:resumo|suma))|
    (?:ciao|buongiorno|buona\sdomanda|ottima\sdomanda|certo|certamente|grazie(?:\sper\s.{0,40})?|ecco\b.{0,60}|spero\s(?:di\s|che\s).{0,50}|se\s(?:ha|hai|avete|serve)\b.{0,80}|in\s(?:breve|sintesi)|non\sesiti\b.{0,60})|
    (?:\u5e0c\u671b.{0,8}(?:\u5e2e\u52a9|\u5e6b\u52a9|\u6709\u7528).{0,6}|\u5982(?:\u679c)?(?:\u60a8|\u4f60)?(?:\u8fd8)?\u6709.{0,12}(?:\u95ee\u9898|\u554f\u984c|\u7591\u95ee).{0,20}|(?:\u5f88|\u597d|\u975e\u5e38).{0,3}\u95ee\u9898|\u5f53\u7136(?:\u53ef\u4ee5)?|\u60a8\u597d|\u4f60\u597d|\u8c22\u8c22.{0,12}|\u4ee5\u4e0b\u662f.{0,20}|\u603b\u4e4b|\u597d\u7684|\u6b22\u8fce.{0,12}\u63d0\u95ee)|
    (?:(?:\u304a\u5f79|\u3054\u53c2\u8003).{0,14}|(?:\u4ed6|\u307b\u304b|\u3054\u4e0d\u660e|\u3055\u3089).{0,16}(?:\u3054\u8cea\u554f|\u304a\u77e5\u3089\u305b|\u304a\u5c0b\u306d|\u304a\u554f\u3044).{0,16}|\u826f\u3044\u8cea\u554f.{0,6}|\u3053\u3093\u306b\u3061\u306f|\u3054\u8cea\u554f\u3042\u308a\u304c\u3068\u3046.{0,10}|\u3042\u308a\u304c\u3068\u3046.{0,10}|\u4ee5\u4e0b(?:\u306f|\u306e|\u306b).{0,20}|\u8981\u7d04\u3059\u308b\u3068|\u306f\u3044)|
    (?:\ub3c4\uc6c0\uc774.{0,16}|(?:\ub354|\ub2e4\ub978|\ucd94\uac00|\uad81\uae08).{0,20}(?:\uc9c8\ubb38|\ubb38\uc758|\ub9d0\uc500|\uc8fc\uc138\uc694).{0,16}|\uc88b\uc740\s\uc9c8\ubb38.{0,8}|\uc548\ub155\ud558\uc138\uc694|\uac10\uc0ac\ud569\ub2c8\ub2e4|\ub2e4\uc74c\uc740.{0,20}|\uc694\uc57d\ud558\uba74|\ub124)|
    (?:\u0622\u0645\u0644\s.{0,40}|\u0623\u0631\u062c\u0648\s(?:\u0623\u0646\s)?.{0,40}|\u0634\u0643\u0631\u0627.{0,30}|\u0645\u0631\u062d\u0628\u0627.{0,20}|\u0633\u0624\u0627\u0644\s(?:\u062c\u064a\u062f|\u0631\u0627\u0626\u0639).{0,10}|\u0625\u0630\u0627\s(?:\u0643\u0627\u0646|\u0627\u062d\u062a\u062c\u062a|\u0643\u0646\u062a)\b.{0,40}(?:\u0633\u0624\u0627\u0644|\u0623\u0633\u0626\u0644\u0629|\u0645\u0633\u0627\u0639\u062f\u0629).{0,30}|\u0641\u064a\u0645\u0627\s\u064a\u0644\u064a.{0,40})|
    (?:\u0906\u0936\u093e\s\u0939\u0948.{0,40}|\u0905\u091a\u094d\u091b\u093e\s(?:\u0938\u0935\u093e\u0932|\u092a\u094d\u0930\u0936\u094d\u0928).{0,10}|\u0928\u092e\u0938\u094d\u0924\u0947|\u0927\u0928\u094d\u092f\u0935\u093e\u0926.{0,20})|
    (?:\u043d\u0430\u0434\u0435\u044e\u0441\u044c.{0,50}|\u0445\u043e\u0440\u043e\u0448\u0438\u0439\s\u0432\u043e\u043f\u0440\u043e\u0441|\u043e\u0442\u043b\u0438\u0447\u043d\u044b\u0439\s\u0432\u043e\u043f\u0440\u043e\u0441|\u0437\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439\u0442\u0435|\u0441\u043f\u0430\u0441\u0438\u0431\u043e.{0,40}|\u043a\u043e\u043d\u0435\u0447\u043d\u043e|\u0435\u0441\u043b\u0438\s\u0443\s\u0432\u0430\u0441\b.{0,60}|\u0432\u043e\u0442\b.{0,40}|\u0438\u0442\u0430\u043a)|
    (?:\u0e2b\u0e27\u0e31\u0e07\u0e27\u0e48\u0e32.{0,40}|\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35.{0,20}|\u0e02\u0e2d\u0e1a\u0e04\u0e38\u0e13.{0,20}|\u0e04\u0e33\u0e16\u0e32\u0e21\u0e17\u0e35\u0e48\u0e14\u0e35.{0,10})
"""
ABOUT = re.compile(rf"[\W_]*(?:{_ABOUT})[\W_]*", re.IGNORECASE | re.VERBOSE)


def is_about_the_answer(sentence: str) -> bool:
    """Return whether a sentence only greets, leads in, closes or points to what follows."""
    return len(sentence) <= 220 and ABOUT.fullmatch(sentence) is not None
