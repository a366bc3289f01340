"""Abstention: three states, and statements that only look like one."""

import pytest

from ragkit.answering import abstention


@pytest.mark.parametrize(
    "answer",
    [
        "I don't have enough information in the provided sources to answer that.",
        "No tengo suficiente informaci\u00f3n en las fuentes para responder.",
        "Les documents ne mentionnent pas le poids de la pompe.",
        "Ich habe dazu in den Dokumenten nichts gefunden.",
        "Os documentos n\u00e3o mencionam o peso da bomba.",
        "Non ho trovato questa informazione nei documenti.",
        "\u6587\u6863\u6ca1\u6709\u63d0\u5230\u6c34\u6cf5\u7684\u91cd\u91cf\u3002",
        "\u8cc7\u6599\u306b\u306f\u30dd\u30f3\u30d7\u306e\u91cd\u3055\u304c\u66f8\u304b\u308c\u3066"
        "\u3044\u307e\u305b\u3093\u3002",
        "\uc8fc\uc5b4\uc9c4 \uc790\ub8cc\ub9cc\uc73c\ub85c\ub294 \ub0a0\uc9dc\ub97c \ud655\uc778\ud560 "
        "\uc218 \uc5c6\uc2b5\ub2c8\ub2e4.",
        "\u0644\u0645 \u0623\u062c\u062f \u0647\u0630\u0647 \u0627\u0644\u0645\u0639\u0644\u0648\u0645"
        "\u0629 \u0641\u064a \u0627\u0644\u0645\u0633\u062a\u0646\u062f\u0627\u062a.",
        "\u0412 \u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u0430\u0445 \u043d\u0435\u0442 "
        "\u0441\u0432\u0435\u0434\u0435\u043d\u0438\u0439 \u043e \u0432\u0435\u0441\u0435.",
        "De bronnen vermelden het gewicht niet.",
        "I looked through the runbooks [1][2][3] and found nothing on weekend cover.",
    ],
)
def test_a_refusal_abstains(answer):
    assert abstention.state(answer) == "abstained"


@pytest.mark.parametrize(
    "answer",
    [
        "The Pro plan costs $20 [2], but the sources don't give the Team price.",
        "- Height: 61 m [1]\n- Length: not given in the sources",
        "I can only answer in part: refunds take 30 days [1]; there is no information on shipping.",
    ],
)
def test_content_beside_a_gap_is_partial(answer):
    assert abstention.state(answer) == "partial"


@pytest.mark.parametrize(
    "answer",
    [
        "The API does not return a total count [2].",
        "There is no limit on users [1].",
        'The canned reply is "I couldn\'t find this in the documents." and it is sent twice [1].',
        "A 404 means the page was not found [1].",
        "The judge could not determine the cause and closed the case [1].",
        "If you fail to show up and do not give proper notice, the deposit is lost [3].",
        "The sources do not agree: one says 61 m [1], the other 63 m [2].",
        "The context menu does not show deleted files [2].",
        "The pump holds 3 litres [1]. If you need more information, feel free to ask.",
    ],
)
def test_a_statement_of_absence_is_an_answer(answer):
    assert abstention.state(answer) == "answered"


def test_a_refusal_followed_by_an_unsourced_assertion_contradicts_itself():
    both = abstention.read("I couldn't find this in the sources. The limit is 500 req/min.")
    assert both == ("partial", True)


def test_a_gap_followed_by_a_cited_sentence_does_not():
    assert not abstention.read("The documents give no number. The colour is grey [2].").contradictory
