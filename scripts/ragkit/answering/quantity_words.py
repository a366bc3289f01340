"""The words of quantities in ten languages: numbers, magnitudes, units, months, hedges and comparisons."""

import re
from fractions import Fraction

# --- numbers in words ---------------------------------------------------------------------------------------
_UNITS = """
en zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
   fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50
   sixty=60 seventy=70 eighty=80 ninety=90 dozen=12 once=1 twice=2 thrice=3 double=2 triple=3
   first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12
es cero=0 uno=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13
   catorce=14 quince=15 diecis\u00e9is=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintid\u00f3s=22
   veintitr\u00e9s=23 veinticuatro=24 veinticinco=25 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80
   noventa=90 docena=12
fr z\u00e9ro=0 un=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14
   quinze=15 seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 nonante=90 douzaine=12
de null=0 eins=1 zwei=2 drei=3 vier=4 f\u00fcnf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zw\u00f6lf=12 dreizehn=13 vierzehn=14
   f\u00fcnfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 drei\u00dfig=30 vierzig=40 f\u00fcnfzig=50
   sechzig=60 siebzig=70 achtzig=80 neunzig=90 dutzend=12 zweimal=2 dreimal=3
pt zero=0 dois=2 duas=2 tr\u00eas=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14 quatorze=14
   quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezoito=18 dezenove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50
   sessenta=60 setenta=70 oitenta=80 noventa=90 d\u00fazia=12
it zero=0 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13
   quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30 quaranta=40
   cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90 dozzina=12
ar \u0627\u062b\u0646\u0627\u0646=2 \u0627\u062b\u0646\u064a\u0646=2 \u062b\u0644\u0627\u062b\u0629=3 \u062b\u0644\u0627\u062b=3 \u0623\u0631\u0628\u0639\u0629=4 \u0623\u0631\u0628\u0639=4 \u062e\u0645\u0633\u0629=5 \u062e\u0645\u0633=5 \u0633\u062a\u0629=6 \u0633\u062a=6 \u0633\u0628\u0639\u0629=7 \u0633\u0628\u0639=7 \u062b\u0645\u0627\u0646\u064a\u0629=8
   \u062b\u0645\u0627\u0646=8 \u062a\u0633\u0639\u0629=9 \u062a\u0633\u0639=9 \u0639\u0634\u0631\u0629=10 \u0639\u0634\u0631=10 \u0639\u0634\u0631\u0648\u0646=20 \u062b\u0644\u0627\u062b\u0648\u0646=30 \u0623\u0631\u0628\u0639\u0648\u0646=40 \u062e\u0645\u0633\u0648\u0646=50
"""
NUMBERS = {word: int(value) for word, value in re.findall(r"([^\W\d_]+)=(\d+)", _UNITS)}
NUMBERS["second"] = 2
# Words that are numbers only beside a unit or after another number word: "one of them" counts nothing.
WEAK = frozenset("one uno un once first second third double triple zero six sei sept neuf onze tre cinq ocho elf acht fourth fifth".split()) - frozenset("six sept neuf onze tre cinq ocho elf acht".split())  # fmt: skip # noqa: E501
TENS = re.compile(r"(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine)")
GERMAN_TENS = re.compile(r"(ein|zwei|drei|vier|f\u00fcnf|sechs|sieben|acht|neun)und(zwanzig|drei\u00dfig|vierzig|f\u00fcnfzig|sechzig|siebzig|achtzig|neunzig)")
TENS_AND = re.compile(r"(treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|vingt|trente|quarante|cinquante|soixante)(?: (?:y|e|et) |-)(\w+)")  # fmt: skip # noqa: E501

MAGNITUDES = {
    **dict.fromkeys("hundred hundreds ciento cientos cien cento cem centos hundert cents mil\u00e9sima".split()[:-1], 100),
    **dict.fromkeys("thousand thousands k mil miles mille mila tausend tsd \u0623\u0644\u0641 \u0622\u0644\u0627\u0641".split(), 1_000),
    **dict.fromkeys("million millions mn mio mill\u00f3n millones million millionen milh\u00e3o milh\u00f5es milione milioni \u0645\u0644\u064a\u0648\u0646 \u0645\u0644\u0627\u064a\u064a\u0646 m".split(), 10**6),
    **dict.fromkeys("billion billions bn milliard milliards milliarde milliarden mrd miliardo miliardi bilh\u00e3o bilh\u00f5es \u0645\u0644\u064a\u0627\u0631".split(), 10**9),
    **dict.fromkeys("trillion trillions".split(), 10**12),
    "\u767e": 100, "\ubc31": 100, "\u5343": 1_000, "\ucc9c": 1_000, "\u4e07": 10_000, "\u842c": 10_000, "\ub9cc": 10_000,
    "\u4ebf": 10**8, "\u5104": 10**8, "\uc5b5": 10**8,
}  # fmt: skip
CJK_DIGITS = {char: value for value, char in enumerate("\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d")} | {
    "\u4e24": 2, "\u5169": 2, "\u3007": 0, "\u5341": 10,
}  # fmt: skip
KOREAN_DIGITS = {"\ud55c": 1, "\ub450": 2, "\uc138": 3, "\ub124": 4, "\ub2e4\uc12f": 5, "\uc5ec\uc12f": 6, "\uc77c\uacf1": 7, "\uc5ec\ub35f": 8, "\uc544\ud649": 9, "\uc5f4": 10}  # fmt: skip
FRACTIONS = {
    **dict.fromkeys("half mitad moiti\u00e9 h\u00e4lfte metade met\u00e0 halb halbe \u0646\u0635\u0641 \u534a\u5206 \u4e00\u534a \uc808\ubc18".split(), Fraction(1, 2)),
    **dict.fromkeys("quarter cuarto quart viertel ".split(), Fraction(1, 4)),
    **dict.fromkeys("tercio tiers drittel ter\u00e7o terzo".split(), Fraction(1, 3)),
}  # fmt: skip

# --- units: name -> (dimension, factor to the base unit of the dimension) --------------------------------------
_TABLE = """
time 1 s sec secs second seconds segundo segundos seconde secondes sekunde sekunden secondo secondi \u79d2 \ucd08 \u062b\u0627\u0646\u064a\u0629 \u062b\u0648\u0627\u0646 \u062b\u0648\u0627\u0646\u064a
time 1/1000 ms msec millisecond milliseconds milisegundo milisegundos milliseconde millisecondes millisekunde millisekunden millisecondo millisecondi milissegundo milissegundos \u6beb\u79d2 \u30df\u30ea\u79d2 \ubc00\ub9ac\ucd08
time 60 min mins minute minutes minuto minutos minuten minuti \u5206 \u5206\u9593 \u5206\u949f \u5206\u9418 \ubd84 \u062f\u0642\u064a\u0642\u0629 \u062f\u0642\u0627\u0626\u0642
time 3600 h hr hrs hour hours hora horas heure heures stunde stunden ora ore \u6642\u9593 \u5c0f\u65f6 \u5c0f\u6642 \uc2dc\uac04 \u0633\u0627\u0639\u0629 \u0633\u0627\u0639\u0627\u062a
time 86400 d day days d\u00eda d\u00edas jour jours tag tage tagen dia dias giorno giorni \u65e5\u9593 \u65e5 \u5929 \uc77c \u064a\u0648\u0645 \u064a\u0648\u0645\u0627 \u0623\u064a\u0627\u0645
time 604800 wk week weeks semana semanas semaine semaines woche wochen settimana settimane \u9031\u9593 \u5468 \u9031 \u661f\u671f \uc8fc \uc8fc\uc77c \u0623\u0633\u0628\u0648\u0639 \u0623\u0633\u0627\u0628\u064a\u0639
months 1 month months mes meses mois monat monate monaten m\u00eas mese mesi \u304b\u6708 \u30f6\u6708 \u4e2a\u6708 \u500b\u6708 \uac1c\uc6d4 \ub2ec \u0634\u0647\u0631 \u0623\u0634\u0647\u0631 \u0634\u0647\u0631\u0627
months 12 yr yrs year years a\u00f1o a\u00f1os an ans ann\u00e9e ann\u00e9es jahr jahre jahren ano anos anno anni \u5e74\u9593 \uc138\uc6d4 \u0633\u0646\u0629 \u0633\u0646\u0648\u0627\u062a \u0639\u0627\u0645 \u0639\u0627\u0645\u0627 \u0623\u0639\u0648\u0627\u0645
length 1 m meter meters metre metres metro metros m\u00e8tre m\u00e8tres metri \u30e1\u30fc\u30c8\u30eb \u7c73 \ubbf8\ud130 \u0645\u062a\u0631 \u0623\u0645\u062a\u0627\u0631 \u0645\u062a\u0631\u0627
length 1/1000 mm millimeter millimeters millimetre millimetres mil\u00edmetro mil\u00edmetros millim\u00e8tre millim\u00e8tres millimetri millimetro \u30df\u30ea\u30e1\u30fc\u30c8\u30eb \u6beb\u7c73 \ubc00\ub9ac\ubbf8\ud130 \u0645\u0644\u064a\u0645\u062a\u0631
length 1/100 cm centimeter centimeters centimetre centimetres cent\u00edmetro cent\u00edmetros centim\u00e8tre centim\u00e8tres zentimeter centimetri centimetro \u30bb\u30f3\u30c1 \u30bb\u30f3\u30c1\u30e1\u30fc\u30c8\u30eb \u5398\u7c73 \uc13c\ud2f0\ubbf8\ud130 \u0633\u0646\u062a\u064a\u0645\u062a\u0631 \u0633\u0645
length 1000 km kilometer kilometers kilometre kilometres kil\u00f3metro kil\u00f3metros kilom\u00e8tre kilom\u00e8tres quil\u00f3metro quil\u00f3metros quil\u00f4metro quil\u00f4metros chilometro chilometri \u30ad\u30ed\u30e1\u30fc\u30c8\u30eb \u516c\u91cc \u5343\u7c73 \ud0ac\ub85c\ubbf8\ud130 \u0643\u064a\u0644\u0648\u0645\u062a\u0631 \u0643\u064a\u0644\u0648\u0645\u062a\u0631\u0627 \u0643\u0645
length 1609.344 mi mile miles milla millas meile meilen milha milhas miglio miglia \u30de\u30a4\u30eb \u82f1\u91cc \ub9c8\uc77c \u0645\u064a\u0644 \u0623\u0645\u064a\u0627\u0644 \u0645\u064a\u0644\u0627
length 0.3048 ft foot feet pie pies pied pieds fu\u00df p\u00e9 p\u00e9s piede piedi \u30d5\u30a3\u30fc\u30c8 \u82f1\u5c3a \ud53c\ud2b8 \u0642\u062f\u0645
length 0.0254 inch inches pulgada pulgadas pouce pouces zoll polegada polegadas pollice pollici \u30a4\u30f3\u30c1 \u82f1\u5bf8 \uc778\uce58 \u0628\u0648\u0635\u0629
length 0.9144 yd yard yards
mass 1 g gram grams gramo gramos gramme grammes gramm grama gramas grammo grammi \u30b0\u30e9\u30e0 \u514b \uadf8\ub7a8 \u063a\u0631\u0627\u0645 \u063a\u0631\u0627\u0645\u0627
mass 1/1000 mg milligram milligrams miligramo miligramos milligramme milligrammes milligramm miligrama miligramas milligrammo milligrammi \u30df\u30ea\u30b0\u30e9\u30e0 \u6beb\u514b \ubc00\ub9ac\uadf8\ub7a8 \u0645\u0644\u063a \u0645\u0644\u064a\u063a\u0631\u0627\u0645
mass 1/1000000 \u00b5g \u03bcg ug mcg microgram micrograms microgramo microgramos mikrogramm microgramme microgrammes \u5fae\u514b
mass 1000 kg kilo kilos kilogram kilograms kilogramo kilogramos kilogramme kilogrammes kilogramm quilo quilos quilograma quilogramas chilo chili chilogrammo chilogrammi \u30ad\u30ed\u30b0\u30e9\u30e0 \u5343\u514b \u516c\u65a4 \ud0ac\ub85c\uadf8\ub7a8 \u0643\u063a \u0643\u064a\u0644\u0648\u063a\u0631\u0627\u0645
mass 1000000 t ton tons tonne tonnes tonelada toneladas tonnen tonnellata tonnellate \u30c8\u30f3 \u5428 \ud1a4 \u0637\u0646 \u0623\u0637\u0646\u0627\u0646
mass 453.592 lb lbs pound_mass libra libras livre livres libbra libbre \u30dd\u30f3\u30c9
mass 28.3495 oz ounce ounces onza onzas once_masse unze unzen on\u00e7a oncia
volume 1 l liter liters litre litres litro litros litri \u30ea\u30c3\u30c8\u30eb \u5347 \ub9ac\ud130 \u0644\u062a\u0631 \u0644\u062a\u0631\u0627\u062a \u0644\u062a\u0631\u0627
volume 1/1000 ml milliliter milliliters millilitre millilitres mililitro mililitros \u30df\u30ea\u30ea\u30c3\u30c8\u30eb \u6beb\u5347 \ubc00\ub9ac\ub9ac\ud130 \u0645\u0644
volume 1/100 cl
volume 3.78541 gal gallon gallons gal\u00f3n galones gallone gallonen galloni gal\u00f5es \u30ac\u30ed\u30f3 \u52a0\u4ed1 \uac24\ub7f0 \u063a\u0627\u0644\u0648\u0646
data 1 b byte bytes octet octets \u30d0\u30a4\u30c8 \u5b57\u8282 \ubc14\uc774\ud2b8 \u0628\u0627\u064a\u062a
data 1000 kb kilobyte kilobytes ko kilo-octets \u30ad\u30ed\u30d0\u30a4\u30c8
data 1000000 mb megabyte megabytes mo megaoctets \u30e1\u30ac\u30d0\u30a4\u30c8 \u5146\u5b57\u8282 \uba54\uac00\ubc14\uc774\ud2b8 \u0645\u064a\u063a\u0627\u0628\u0627\u064a\u062a
data 1000000000 gb gigabyte gigabytes go gigaoctets \u30ae\u30ac\u30d0\u30a4\u30c8 \u5409\u5b57\u8282 \uae30\uac00\ubc14\uc774\ud2b8 \u063a\u064a\u063a\u0627\u0628\u0627\u064a\u062a \u062c\u064a\u062c\u0627\u0628\u0627\u064a\u062a
data 1000000000000 tb terabyte terabytes to_octets \u30c6\u30e9\u30d0\u30a4\u30c8 \ud14c\ub77c\ubc14\uc774\ud2b8
data 1024 kib
data 1048576 mib
data 1073741824 gib
bits 1 bit bits
bits 1000 kbit kbps
bits 1000000 mbit mbps
bits 1000000000 gbit gbps
frequency 1 hz hertz \u30d8\u30eb\u30c4 \u8d6b\u5179 \u8d6b \ud5e4\ub974\uce20 \u0647\u0631\u062a\u0632
frequency 1000 khz kilohertz kilohercio kilohercios
frequency 1000000 mhz megahertz
frequency 1000000000 ghz gigahertz
power 1 w watt watts vatio vatios \u30ef\u30c3\u30c8 \u74e6 \uc640\ud2b8 \u0648\u0627\u0637
power 1000 kw kilowatt kilowatts kilovatio kilovatios \u30ad\u30ed\u30ef\u30c3\u30c8 \u5343\u74e6 \ud0ac\ub85c\uc640\ud2b8 \u0643\u064a\u0644\u0648\u0648\u0627\u0637
power 1000000 mw megawatt megawatts megavatio megavatios \u30e1\u30ac\u30ef\u30c3\u30c8 \u5146\u74e6 \uba54\uac00\uc640\ud2b8
energy 1 kwh
energy 1000 mwh
voltage 1 v volt volts voltio voltios
voltage 1000 kv kilovolt kilovolts
voltage 1/1000 mv millivolt millivolts
current 1 a amp amps ampere amperes amperio amperios
current 1/1000 ma milliamp milliamps milliampere
pressure 1 bar bars
pressure 1/1000 mbar
pressure 0.01 kpa
pressure 10 mpa
pressure 0.0689476 psi
celsius 1 \u00b0c celsius \u2103 centigrade cent\u00edgrados \u6444\u6c0f\u5ea6 \uc12d\uc528
fahrenheit 1 \u00b0f fahrenheit \u2109 \u534e\u6c0f\u5ea6 \ud654\uc528
kelvin 1 k_elvin kelvin
percent 1 % \uff05 percent per_cent pct prozent porcentaje percentuale \u30d1\u30fc\u30bb\u30f3\u30c8 \ud37c\uc13c\ud2b8 \u066a
points 1 points_percentage
permille 1 \u2030 permille promille
usd 1 $ usd us$ dollar dollars d\u00f3lar d\u00f3lares dollari dollaro \u30c9\u30eb \u7f8e\u5143 \ub2ec\ub7ec \u062f\u0648\u0644\u0627\u0631 \u062f\u0648\u0644\u0627\u0631\u0627
usd 1/100 cents_us
eur 1 \u20ac eur euro euros \u30e6\u30fc\u30ed \u6b27\u5143 \u6b50\u5143 \uc720\ub85c \u064a\u0648\u0631\u0648
gbp 1 \u00a3 gbp sterling pound pounds
jpy 1 \u00a5 jpy yen \u5186
cny 1 cny rmb yuan \u5143 \u4eba\u6c11\u5e01
krw 1 \u20a9 krw won \uc6d0
chf 1 chf francs franken franchi
inr 1 \u20b9 inr rupees rupee
area 1 m\u00b2 m2 sqm
area 10000 ha hectare hectares hect\u00e1rea hect\u00e1reas hektar ettaro ettari
area 1000000 km\u00b2 km2
area 4046.86 acre acres
cubic 1 m\u00b3 m3
"""
UNITS: dict[str, tuple[str, Fraction]] = {}
for _line in _TABLE.strip().splitlines():
    _dimension, _factor, *_names = _line.split()
    for _name in _names:
        UNITS.setdefault(_name, (_dimension, Fraction(_factor)))
PREFIXED_CURRENCY = re.compile(r"(?:US)?[$\u20ac\u00a3\u00a5\u20b9\u20a9]")
# Case decides between these; elsewhere units are read in any case.
EXACT_CASE = {"Mb": ("bits", Fraction(10**6)), "Gb": ("bits", Fraction(10**9)), "kb": ("data", Fraction(1000)), "mW": ("power", Fraction(1, 1000)), "MW": ("power", Fraction(10**6)), "M": ("", Fraction(1)), "mV": ("voltage", Fraction(1, 1000)), "K": ("", Fraction(1)), "A": ("current", Fraction(1)), "a": ("", Fraction(1)), "T": ("", Fraction(1)), "S": ("", Fraction(1)), "D": ("", Fraction(1)), "B": ("", Fraction(1)), "G": ("", Fraction(1)), "H": ("", Fraction(1))}  # fmt: skip # noqa: E501
POINTS = re.compile(r"(?:percentage|percent|%|prozent)\s?-?points?|prozentpunkte?n?|puntos?\s(?:porcentuales?|percentuales?)|points?\sde\spourcentage|pontos?\spercentua(?:l|is)|punti\spercentuali|\u30dd\u30a4\u30f3\u30c8|\u4e2a\u767e\u5206\u70b9|\ud37c\uc13c\ud2b8\ud3ec\uc778\ud2b8|%p", re.IGNORECASE)  # fmt: skip # noqa: E501
PERCENT_OF = re.compile(r"(?:\u767e\u5206\u4e4b)")
BASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("second", r"(?:per|a|each|every|por|par|pro|al|\u00e0 la|je)\s(?:second|segundo|seconde|sekunde|secondo)\b|/\s?s(?:ec)?\b|\u6bcf\u79d2|\u6bce\u79d2|\u521d\u5f53|\ucd08\ub2f9|\u0641\u064a \u0627\u0644\u062b\u0627\u0646\u064a\u0629"),
        ("minute", r"(?:per|a|each|every|por|par|pro|al|je|la)\s(?:minut[eo]?)\b|/\s?min\b|\brpm\b|\u6bcf\u5206\u949f|\u6bce\u5206|\u5206\u949f\u5185|\ubd84\ub2f9|\u0641\u064a \u0627\u0644\u062f\u0642\u064a\u0642\u0629"),
        ("hour", r"(?:per|an|each|every|por|par|pro|al|je|all'|l')\s?(?:hour|hora|heure|stunde|ora)\b|/\s?h(?:r|our)?\b|\bhourly\b|\bst\u00fcndlich|\u6bcf\u5c0f\u65f6|\u6bce\u6642|\uc2dc\uac04\ub2f9|\u0641\u064a \u0627\u0644\u0633\u0627\u0639\u0629"),
        ("day", r"(?:per|a|each|every|por|par|pro|al|am|je|cada)\s(?:day|d\u00eda|jour|tag|dia|giorno)\b|/\s?d(?:ay)?\b|\bdaily\b|\bt\u00e4glich|\bdiari[oae]|\bquotidien|\bgiornalier|\u6bcf\u5929|\u6bcf\u65e5|\u6bce\u65e5|1\u65e5|\ud558\ub8e8|\u064a\u0648\u0645\u064a\u0627|\u0641\u064a \u0627\u0644\u064a\u0648\u0645"),
        ("week", r"(?:per|a|each|every|por|par|pro|al|je|cada|alla)\s(?:week|semana|semaine|woche|settimana)\b|\bweekly\b|\bw\u00f6chentlich|\bsemanal|\bhebdomad|\u6bcf\u5468|\u6bce\u9031|\uc8fc\ub2f9|\ub9e4\uc8fc"),
        ("month", r"(?:per|a|each|every|por|par|pro|al|im|je|cada)\s(?:month|mes|mois|monat|m\u00eas|mese)\b|/\s?mo(?:nth)?\b|\bmonthly\b|\bmonatlich|\bmensual|\bmensuel|\bmensal|\bmensile|\u6bcf\u6708|\u6bce\u6708|\uc6d4\ub2f9|\ub9e4\uc6d4|\u0634\u0647\u0631\u064a\u0627"),
        ("year", r"(?:per|a|each|every|por|par|pro|all'|im|je|cada|al)\s?(?:year|a\u00f1o|ann?|ann\u00e9e|jahr|ano|anno|annum)\b|/\s?y(?:r|ear)?\b|\bannual|\byearly\b|\bj\u00e4hrlich|\banual|\bannuel|\bannuale|\u6bcf\u5e74|\u6bce\u5e74|\uc5f0\uac04|\ub9e4\ub144|\u0633\u0646\u0648\u064a\u0627"),
    )
)  # fmt: skip

# --- dates ------------------------------------------------------------------------------------------------------
_MONTHS = """jan january enero janvier januar janeiro gennaio \u064a\u0646\u0627\u064a\u0631 j\u00e4nner ene janv gen
feb february febrero f\u00e9vrier februar fevereiro febbraio \u0641\u0628\u0631\u0627\u064a\u0631 f\u00e9vr fev febb
mar march marzo mars m\u00e4rz mar\u00e7o \u0645\u0627\u0631\u0633 m\u00e4r
apr april abril avril aprile \u0623\u0628\u0631\u064a\u0644 abr avr
may mayo mai maio maggio \u0645\u0627\u064a\u0648 mag
jun june junio juin juni junho giugno \u064a\u0648\u0646\u064a\u0648 giu
jul july julio juillet juli julho luglio \u064a\u0648\u0644\u064a\u0648 juil lug
aug august agosto ao\u00fbt \u0623\u063a\u0633\u0637\u0633 ago
sep september septiembre septembre setembro settembre \u0633\u0628\u062a\u0645\u0628\u0631 sept set sett
oct october octubre octobre oktober outubro ottobre \u0623\u0643\u062a\u0648\u0628\u0631 okt out ott
nov november noviembre novembre novembro \u0646\u0648\u0641\u0645\u0628\u0631
dec december diciembre d\u00e9cembre dezember dezembro dicembre \u062f\u064a\u0633\u0645\u0628\u0631 dic d\u00e9c dez"""
MONTHS = {name: number for number, line in enumerate(_MONTHS.splitlines(), start=1) for name in line.split()}
DAY_FIRST = re.compile(r"d\u00eda/mes|giorno/mese|dia/m\u00eas|jour/mois|tag/monat|day/month|dd/mm|\u64da?\u65e5/\u6708|\uc77c/\uc6d4|\u064a\u0648\u0645/\u0634\u0647\u0631", re.IGNORECASE)
MONTH_FIRST = re.compile(r"month/day|mm/dd|mes/d\u00eda|mois/jour|monat/tag", re.IGNORECASE)

# --- hedges and comparisons --------------------------------------------------------------------------------------
ABOUT = re.compile(
    r"(?:\babout|\broughly|\baround|\bapprox\w*|\bnearly|\balmost|\bsome|\bc(?:irca|a)?\.?|~|\u2248|\bunos|\bunas|\baproximadamente|\balrededor\sde|\bcasi|\bcerca\sde"
    r"|\benviron|\bpresque|\bpr\u00e8s\sde|\bungef\u00e4hr|\betwa|\brund|\bfast|\bknapp|\bquase|\bmais\sou\smenos|\bcirca|\bquasi|\u5927\u7ea6|\u7ea6|\u7d04|\u304a\u3088\u305d|\u307b\u307c|\uc57d|\ub300\ub7b5|\u062d\u0648\u0627\u0644\u064a|\u0646\u062d\u0648|\u062a\u0642\u0631\u064a\u0628\u0627)\W{0,3}\Z",
    re.IGNORECASE,
)  # fmt: skip
ABOUT_AFTER = re.compile(r"\W{0,2}(?:or\sso|approximately|\u5de6\u53f3|\u4e0a\u4e0b|\u524d\u5f8c|\u7a0b\u5ea6|\uc815\ub3c4|\uac00\ub7c9|\u062a\u0642\u0631\u064a\u0628\u0627)", re.IGNORECASE)
MORE = re.compile(
    r"(?:\bmore\sthan|\bover|\babove|\bexceed\w*|\bgreater\sthan|\bm\u00e1s\sde|\bplus\sde|\bmehr\sals|\b\u00fcber|\bmais\sde|\bpi\u00f9\sdi|\boltre|\u8d85\u8fc7|\u591a\u4e8e|\u9ad8\u4e8e|\u0623\u0643\u062b\u0631\s\u0645\u0646|>)\s{0,2}\Z", re.IGNORECASE)
LESS = re.compile(
    r"(?:\b(?:fewer|less)\sthan|\bunder|\bbelow|\bmenos\sde|\bmoins\sde|\bweniger\sals|\bunter|\bmeno\sdi|\u4e0d\u5230|\u5c11\u4e8e|\u4f4e\u4e8e|\u0623\u0642\u0644\s\u0645\u0646|<)\s{0,2}\Z", re.IGNORECASE)
LEAST = re.compile(
    r"(?:\bat\sleast|\bno\s(?:fewer|less)\sthan|\bminimum\s(?:of\s)?|\bal\smenos|\bcomo\sm\u00ednimo|\bau\smoins|\bmindestens|\bwenigstens|\bpelo\smenos|\bno\sm\u00ednimo|\balmeno|\bnot\sless\sthan|\u81f3\u5c11|\u5c11\u306a\u304f\u3068\u3082|\ucd5c\uc18c|\uc801\uc5b4\ub3c4|\u0639\u0644\u0649\s\u0627\u0644\u0623\u0642\u0644|>=|\u2265)\s{0,2}\Z", re.IGNORECASE)
MOST = re.compile(
    r"(?:\bat\smost|\bup\sto|\bno\smore\sthan|\bmaximum\s(?:of\s)?|\bnot\smore\sthan|\bwithin|\bcomo\sm\u00e1ximo|\bhasta|\bau\splus|\bjusqu'\u00e0|\bh\u00f6chstens|\bmaximal|\bbis\szu|\bno\sm\u00e1ximo|\bat\u00e9|\bal\smassimo|\bfino\sa|\u81f3\u591a|\u6700\u591a|\u6700\u5927|\ucd5c\ub300|\uae30\ucee4\ud574\uc57c|\u0639\u0644\u0649\s\u0627\u0644\u0623\u0643\u062b\u0631|<=|\u2264)\s{0,2}\Z", re.IGNORECASE)
MORE_AFTER = re.compile(r"\s?\w{0,3}(?:\u4ee5\u4e0a|\u3092\u8d85\u3048|\u8d85|\uc774\uc0c1|\ucd08\uacfc|\s?or\smore|\+)")
LESS_AFTER = re.compile(r"\s?\w{0,3}(?:\u4ee5\u4e0b|\u672a\u6e80|\u4ee5\u5185|\uc774\ud558|\ubbf8\ub9cc|\s?or\s(?:less|fewer))")
TOGETHER = re.compile(r"\b(?:together|combined|total(?:s|ling)?|in\sall|altogether|sum|overall|difference|juntos|juntas|en\stotal|suman?|au\stotal|ensemble|zusammen|insgesamt|gesamt|no\stotal|somam|in\stutto|insieme|complessiv\w*)\b|\u5408\u8a08|\u5408\u8ba1|\u5171|\u4e00\u5171|\u603b\u5171|\ud569\uacc4|\ucd1d|\ubaa8\ub450|\u0645\u0639\u0627|\u0627\u0644\u0625\u062c\u0645\u0627\u0644", re.IGNORECASE)  # fmt: skip # noqa: E501
