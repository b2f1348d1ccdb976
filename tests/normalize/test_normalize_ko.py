"""Korean: native or Sino-Korean numbers by what is counted, letter names, dates, telephone numbers."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.text_front import spell_text
from pipeline.language import language_runs
from pipeline.normalize.spoken import normalized

SPOKEN = [
    # years, dates, times
    ("2014년에 시작했다.", "이천십사년에 시작했다."), ("1998년", "천구백구십팔년"), ("6월", "유월"), ("10월", "시월"), ("16월", "십육월"),
    ("2024. 3. 15.", "이천이십사년 삼월 십오일"), ("2024-06-05에", "이천이십사년 유월 오일에"), ("3/15(금)", "삼월 십오일 금요일"), ("3.1절", "삼일절"),
    ("6.25전쟁", "육이오전쟁"), ("5시 30분", "다섯 시 삼십분"), ("3:30", "세 시 삼십 분"), ("15:30", "십오 시 삼십 분"),
    ("12:00~13:00", "열두 시에서 십삼 시"), ("0시", "영 시"), ("3시간", "세 시간"), ("24시간", "이십사 시간"), ("월~금", "월요일에서 금요일"),
    # big numbers
    ("총 123,406,709원.", "총 일억 이천삼백사십만 육천칠백구원."), ("113386명이", "십일만 삼천삼백팔십육명이"), ("115,240명", "십일만 오천이백사십명"),
    ("1억 1,300만 원", "일억 천삼백만 원"), ("10000", "만"), ("10001", "만 일"), ("100010000", "일억 일만"), ("1만2천 원", "만이천 원"), ("1111", "천백십일"),
    ("0", "영"), ("007", "공공칠"),
    # counted things
    ("사과 3개", "사과 세 개"), ("21개", "스물한 개"), ("20살", "스무 살"), ("20명이", "스무 명이"), ("99마리", "아흔아홉 마리"), ("101명", "백일 명"),
    ("책 2권", "책 두 권"), ("종이 4장", "종이 네 장"), ("자동차 3대가", "자동차 세 대가"), ("3대 요소", "삼 대 요소"), ("20대 남성", "이십 대 남성"),
    ("3~5명", "세 명에서 다섯 명"), ("2~3명", "두세 명"), ("10여 명", "십여 명"), ("3개월", "삼개월"), ("2개국", "이개국"), ("5층", "오층"),
    ("20세", "이십세"), ("1인분", "일인분"), ("2배", "두 배"), ("100배", "백 배"),
    ("하루에 3번", "하루에 세 번"), ("3번 버스", "삼 번 버스"), ("5번이나", "다섯 번이나"), ("2번째", "두 번째"), ("1번째", "첫 번째"), ("21번째", "스물한 번째"),
    ("제1장", "제일장"), ("3장 새로운 시작", "삼장 새로운 시작"), ("제2차 세계대전", "제이차 세계대전"), ("1박 2일", "일박 이일"),
    # decimals, percent, units, money, fractions
    ("3.5", "삼 점 오"), ("0.05", "영 점 영오"), ("12.5%", "십이 점 오 퍼센트"), ("10~20%", "십에서 이십 퍼센트"), ("-5도", "영하 오 도"),
    ("5kg", "오 킬로그램"), ("100m²", "백 제곱미터"), ("60km/h", "시속 육십 킬로미터"), ("16GB", "십육 기가바이트"), ("25℃", "이십오 도"),
    ("₩1,000", "천 원"), ("$100만", "백만 달러"), ("€50", "오십 유로"), ("3/4", "사분의 삼"), ("1½", "일과 이분의 일"), ("2+3=5", "이 더하기 삼 이퀄 오"),
    ("-0.5%p", "마이너스 영 점 오 퍼센트포인트"), ("1/4컵", "사분의 일컵"), ("3-2로 이겼다", "삼 대 이로 이겼다"),
    ("4·19 혁명", "사일구 혁명"), ("제 1 장", "제 일 장"), ("1시간 30분", "한 시간 삼십분"), ("스물다섯 살", "스물다섯 살"),
    # digit by digit
    ("010-123-4567로", "공일공, 일이삼, 사오육칠로"), ("(02)123-4567", "공이, 일이삼, 사오육칠"), ("1588-1234", "일오팔팔, 일이삼사"),
    ("119에 신고", "일일구에 신고"), ("비밀번호는 1234", "비밀번호는 일이삼사"),
    # letters and signs
    ("KTX를", "케이티엑스를"), ("AI", "에이아이"), ("R&D", "알앤디"), ("A형", "에이형"), ("5G", "오지"), ("MP3", "엠피쓰리"), ("NASA", "나사"),
    ("F-16", "에프 십육"), ("㈜삼성", "주식회사 삼성"), ("서울~부산", "서울에서 부산"), ("Ⅳ장", "사장"), ("2.0.1", "이 점 영 점 일"),
]  # fmt: skip
#: Not counted, though they begin with a counter.
ALIKE = [
    ("5명령", "오명령"),
    ("3장관", "삼장관"),
    ("5개발", "오개발"),
    ("6월드컵", "육월드컵"),
    ("2시리즈", "이시리즈"),
]


@pytest.mark.parametrize(("written", "said"), SPOKEN + ALIKE)
def test_what_is_written_is_said(written, said):
    found = normalized(written, "ko")
    assert (" ".join(found.text.split()), found.overruled) == (said, False)


@pytest.mark.parametrize("text", ["나는 학교에 간다.", "“정말?” 하고 물었다…", "한국(서울)·일본", "<기생충>"])
def test_a_text_without_figures_stays_as_it_is(text):
    assert normalized(text, "ko").text == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("KTX를 타고 AI 학교에 갑니다.", "케이티엑스를 타고 에이아이 학교에 갑니다."),
        ("R&D와 MP3, A형", "알앤디와 엠피쓰리, 에이형"),
        ("LG전자는 5G", "엘지전자는 오지"),
        (
            "체중은 60kg, 16GB, 60km/h, 3%p",
            "체중은 육십 킬로그램, 십육 기가바이트, 시속 육십 킬로미터, 삼 퍼센트포인트",
        ),
        ("NASA는 나사다", "나사는 나사다"),
        ("Python을 쓴다", "Python을 쓴다"),
        ("iPhone 15 PRO를 산다", "iPhone fifteen PRO를 산다"),
        ("The AI Lab에서", "The AI Lab에서"),
        ("LOVE를", "LOVE를"),
        ("K-pop은", "K-pop은"),
    ],
)
def test_initials_are_read_by_korean_letter_names_and_words_are_not(text, said):
    spelling = spell_text(language_runs(text, "ko"))
    assert spelling.spoken.lower() == said.lower()
    assert not spelling.notices


def test_initials_keep_their_language_run():
    assert [(run.text, run.language) for run in language_runs("이번 AI 프로젝트는", "ko")] == [
        ("이번 ", "ko"), ("AI", "en"), (" 프로젝트는", "ko"),
    ]  # fmt: skip


@settings(deadline=None)  # the machine may be busy
@given(st.text(st.sampled_from("가나명개시번월일대제원만억012359,.-~:/%₩$kmGBA²½×= "), max_size=40))
def test_no_rule_loses_anything(text):
    assert not normalized(text, "ko").overruled


@pytest.mark.parametrize(
    "piece", ["1", "1-", "0-", "1/", "1~", "1:", "1,234,", "1명", "₩1", "번호1", "1 ", "2024.", "A", "1번"]
)
def test_a_long_line_of_anything_is_done_in_linear_time(piece):
    def took_s(repeats):
        started = time.process_time()
        normalized(piece * repeats, "ko")
        return time.process_time() - started

    assert took_s(40_000 // len(piece)) < 100 * took_s(4_000 // len(piece)) + 1
