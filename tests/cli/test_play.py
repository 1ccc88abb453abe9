from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trickcore
from tests.cli.conftest import ROOT, Run, Spawn
from trickcore.actions import with_signs
from trickcore.cli.again import program
from trickcore.cli.answers import rule_lines
from trickcore.cli.log import Log, lines, open_events
from trickcore.cli.output import Output
from trickcore.cli.session import Session

GAME = "two-ten-jack"
START = ("play", GAME, "--seed", "7")


def test_a_spectated_match_ends_with_the_result(run: Run) -> None:
    result = run(*START, "--auto")
    assert result.exit_code == 0
    match = trickcore.play_match(trickcore.load(GAME), [trickcore.GreedyBot(), trickcore.GreedyBot()], seed=7)
    assert match.outcome is not None
    (winner,), scores = match.outcome.winners, match.outcome.scores
    end = f"— The match has ended: seat {winner} wins (seat 0: {scores[0]}, seat 1: {scores[1]}) —\n"
    assert result.output.endswith(end)
    assert result.output.count(" plays ") == len(match.actions)


def test_a_spectated_match_has_all_cards_open(run: Run) -> None:
    output = run(*START, "--auto").output
    assert "seat 0 gets 4♣ J♦ K♥ 6♥ 8♠ 7♠\nseat 1 gets 5♣ A♦ 8♦ 3♦ 7♥ K♠\n" in output
    assert len(re.findall(r"seat [01] draws \S+\n", output)) == 40 * output.count(" deals ")
    assert "draws a card" not in output


def test_the_options_in_force_are_told_at_the_head(run: Run) -> None:
    for arguments in (("--auto",), ()):
        output = run("play", f"{GAME}(target=1)", "--seed", "7", "--option", "must_trump=no", *arguments).output
        assert output.splitlines()[1] == "target 1 · must_trump no"


def test_the_totals_stand_between_two_deals(run: Run) -> None:
    output = run(*START, "--auto").output
    goes_on = re.findall(r"now (\S+)\nseat 1 .*, now (\S+)\nThe match goes on \((.*)\)\n— Deal", output)
    assert len(goes_on) == output.count(" deals ") - 1 > 0
    assert [text for _, _, text in goes_on] == [f"seat 0: {one}, seat 1: {other}" for one, other, _ in goes_on]


def test_a_tie_is_told_when_the_match_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "level.yaml"
    lines = "{lines: {cards: 40 if deal_no == 1 else value(taken)}}"
    steps = f"steps: [{{deal: {{each: 6, rest: stock}}}}, {{play: all}}, {{score: {lines}}}]"
    path.write_text(f"trickcore: 1\nname: Level\nextends: {GAME}\n{steps}\n", encoding="utf-8")
    output = run("play", str(path), "--seed", "3", "--auto").output
    assert "The match goes on, level (seat 0: 40, seat 1: 40)\n— Deal 2" in output


def test_the_same_seed_gives_the_same_course(run: Run) -> None:
    first, again = run(*START, "--auto", "--bot", "random").output, run(*START, "--auto", "--bot", "random").output
    assert first == again != run("play", GAME, "--seed", "8", "--auto", "--bot", "random").output


def test_options_reach_the_game(run: Run) -> None:
    short, long = (run(*START, "--auto", "--option", f"target={n}").output for n in (1, 200))
    assert short.count(" deals ") < long.count(" deals ")


def test_a_whole_match_can_be_played_by_number(run: Run) -> None:
    result = run("play", f"{GAME}(target=1)", "--seed", "7", input="1\n" * 600)
    assert result.exit_code == 0
    assert re.search(r"— The match has ended: seat [01] wins \(seat 0: .*, seat 1: .*\) —\nThe same", result.output)
    assert "seat 1 gets 6 cards" in result.output  # nothing of the other hand is told


def test_the_end_of_the_input_says_how_to_deal_the_same_cards(run: Run) -> None:
    result = run(*START, "--seat", "1", "--bot", "random", "--option", "target=21", input="")
    assert result.exit_code == 0
    assert f"The same cards again: trickcore play {GAME} --seed 7 --option target=21 --seat 1" in result.output


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_quit_stops(run: Run, word: str) -> None:
    result = run(*START, input=f"{word}\n1\n")
    assert result.exit_code == 0
    assert "Stopped after 0 actions" in result.output


def test_the_table_shows_hand_scores_and_numbered_actions(run: Run) -> None:
    output = run(*START, input="quit\n").output
    assert "hand     K♥ 6♥ | 4♣   J♦   8♠ 7♠\n" in output
    assert "score    seat 0: 0   seat 1: 0\n" in output
    assert "  1) 4♣  2) J♦  3) K♥  4) 6♥  5) 8♠  6) 7♠\n" in output


@pytest.mark.parametrize("text", ["KH", "kh", "K♥", "3"])
def test_a_card_is_played_by_any_of_its_names(run: Run, text: str) -> None:
    assert "seat 0 plays K♥\n" in run(*START, input=f"{text}\nquit\n").output


@pytest.mark.parametrize(
    ("text", "tells"),
    [("AS as spades", "A♠ as ♠\n"), ("A♠ as ♠", "A♠ as ♠\n"), ("as as trumps", "A♠ as trump\n")],
)
def test_a_card_of_two_suits_is_led_as_either(run: Run, text: str, tells: str) -> None:
    seed = next(n for n in range(200) if _leads_the_ace(n))
    assert f"seat 0 plays {tells}" in run("play", GAME, "--seed", str(seed), input=f"{text}\nquit\n").output


def test_a_card_of_two_suits_by_its_bare_name_is_asked_back(run: Run) -> None:
    seed = next(n for n in range(200) if _leads_the_ace(n))
    output = run("play", GAME, "--seed", str(seed), input="AS\nquit\n").output
    assert "'AS' may mean A♠ as ♠ or A♠ as trump: say which" in output


def _leads_the_ace(seed: int) -> bool:
    match = trickcore.load(GAME).start(seed)
    return match.decision.seat == 0 and "A♠" in match.view(0).hand


@pytest.mark.parametrize("words", ["{}", "why {}"])
def test_a_refused_card_tells_the_reason_and_the_line_of_the_rule(run: Run, words: str) -> None:
    output = run(*START, input="4C\n" + words.format("KH") + "\nquit\n").output
    reason = "K♥ cannot be chosen. The suit that was led must be followed; what would do: J♦ (♦ was led)"
    rule = "- {cards: led, why: The suit that was led must be followed}"
    assert reason in output
    shown = output[output.index(reason) :].splitlines()
    source = (ROOT / "games" / f"{GAME}.yaml").read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(source, 1) if line.strip() == rule)
    assert shown[1].endswith(f"{GAME}.yaml")
    assert shown[2] == f"  line {number}: {rule}"
    caret = shown[3].index("^")
    assert shown[2][caret : caret + shown[3].count("^")] in rule


@pytest.mark.parametrize(
    ("led", "says"), [("A♠ as trump", "trumps were led"), ("2♥", "trumps were led"), ("A♠ as ♠", "♠ was led")]
)
def test_a_refusal_names_what_was_led(
    led: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = {"hands": {0: "A♠ 2♥", 1: "3♥ 3♣ 3♠"}}
    match = trickcore.load(GAME).start(1, dealer=1, deal=deal).play(led)
    monkeypatch.setattr(sys, "stdin", io.StringIO("3C\nquit\n"))
    bots = [trickcore.GreedyBot(), trickcore.GreedyBot()]
    assert Session(match, [1], bots, Output(sys.stdout, colour=False, plain=False), "").run() == 0
    assert re.search(rf"3♣ cannot be chosen\. .*; what would do: .* \({says}\)\n", capsys.readouterr().out)


def test_a_refusal_of_a_lead_names_no_suit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lead.yaml"
    path.write_text(f"trickcore: 1\nname: Lead\nextends: {GAME}\nplay: {{lead: [spades, any]}}\n", encoding="utf-8")
    output = run("play", str(path), "--seed", "7", input="4C\nquit\n").output
    assert "4♣ cannot be chosen" in output
    assert " led)" not in output


def test_the_cards_won_and_what_they_are_worth(run: Run) -> None:
    output = run("play", GAME, "--seed", "14", input="taken\nAS as spades\ntaken\nquit\n").output
    assert "> taken\nNo cards have been won in this deal yet.\n" in output
    assert "won      seat 0: 2 cards, worth -4\n" in output
    assert "> taken\nseat 0  A♠   10♣   (2 cards, worth -4)\n" in output


@pytest.mark.parametrize("values", ["remove: [values]", "values: {6♦: 1/2}", "when: {trick_no > 3: {values: {6♦: 7}}}"])
def test_cards_won_without_a_fixed_worth_are_only_counted(run: Run, tmp_path: Path, values: str) -> None:
    path = tmp_path / "worth.yaml"
    score = "steps: [{deal: {each: 6, rest: stock}}, {play: all}, {score: {points: tricks}}]"
    path.write_text(f"trickcore: 1\nname: Worth\nextends: {GAME}\n{values}\n{score}\n", encoding="utf-8")
    output = run("play", str(path), "--seed", "14", input="AS as spades\ntaken\nquit\n").output
    assert "won      seat 0: 2 cards\n" in output
    assert re.search(r"> taken\nseat 0  A♠   \S+   \(2 cards\)\n", output)


def test_why_of_a_legal_card_says_so(run: Run) -> None:
    output = run(*START, input="why KH\nwhy 1\nquit\n").output
    assert "K♥ may be played." in output
    assert "4♣ may be played." in output
    assert "There is no action with the number 9." in run(*START, input="why 9\nquit\n").output


def test_why_without_a_card_asks_for_one(run: Run) -> None:
    assert "Which card?" in run(*START, input="why\nquit\n").output


@pytest.mark.parametrize("text", ["ZZ", "99", "0", "-1", "²", "x" * 5000, "10H 2H", "\x1b[31m"])
def test_nonsense_changes_nothing(run: Run, text: str) -> None:
    result = run(*START, input=f"{text}\nquit\n")
    assert result.exit_code == 0
    assert "Stopped after 0 actions" in result.output
    assert "\x1b" not in result.output


def test_undo_goes_back_before_the_own_action(run: Run) -> None:
    output = run(*START, input="1\nundo\nquit\n").output
    first, *_, last = re.findall(r"hand +(.*)\n", output)
    assert first == last
    assert "Stopped after 0 actions" in output


def test_undo_goes_back_step_by_step(run: Run) -> None:
    output = run(*START, input="1\n1\nundo\nundo\nundo\nquit\n").output
    assert output.count("Taken back.") == 2
    assert "There is nothing of yours to take back." in output
    assert "Stopped after 0 actions" in output


def test_help_names_every_command(run: Run) -> None:
    output = run(*START, input="?\nquit\n").output
    for word in ("why CARD", "undo", "hand", "score", "taken", "log", "quit"):
        assert f"\n{word}" in output


def test_the_log_has_the_deal_or_the_match(run: Run) -> None:
    output = run(*START, input="1\nlog\nquit\n").output
    assert output.count("seat 0 plays 4♣") == 2


def test_a_seat_by_name_or_number(run: Run) -> None:
    assert "you are seat 1" in run(*START, "--seat", "seat 1", input="").output
    result = run(*START, "--seat", "2")
    assert result.exit_code == 2
    assert "the seats are 0 (seat 0), 1 (seat 1)" in result.stderr


@pytest.mark.parametrize("seat", ["2", "5", "-1", "²", "٠", "9" * 5000, "", "nobody"])
@pytest.mark.parametrize("auto", [(), ("--auto",)])
def test_a_seat_that_there_is_not(run: Run, seat: str, auto: tuple[str, ...]) -> None:
    result = run("play", GAME, "--seat", seat, *auto, input="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the seats are 0 (seat 0), 1 (seat 1)" in result.stderr


def test_who_looks_on_has_no_seat(run: Run) -> None:
    result = run(*START, "--auto", "--seat", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--auto and --seat exclude each other" in result.stderr


def test_the_same_cards_are_had_by_what_can_be_typed_here(spawn: Spawn, tmp_path: Path) -> None:
    again = spawn(*START, input="").stdout.splitlines()[-1].partition("again: ")[2]
    program, *words = shlex.split(again)
    assert words == ["-m", "trickcore", *START]
    assert shutil.which(program, path=os.environ["PATH"] + os.pathsep + str(tmp_path)) is not None


@pytest.mark.parametrize(
    ("script", "here", "shown"),
    [
        ("/opt/env/bin/trickcore", "/", "opt/env/bin/trickcore"),
        ("/opt/env/bin/trickcore", "/home", "/opt/env/bin/trickcore"),
        ("/usr/lib/pytest/__main__.py", "/", "trickcore"),
    ],
)
def test_the_program_is_named_as_it_was_called(
    monkeypatch: pytest.MonkeyPatch, script: str, here: str, shown: str
) -> None:
    monkeypatch.setattr(sys, "argv", [script])
    monkeypatch.setattr(Path, "cwd", lambda: Path(here))
    assert program() == [shown]


def test_a_program_on_the_path_is_named_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "trickcore"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == ["trickcore"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("play", "no-such-game"), 2),
        (("play", GAME, "--option", "target=many"), 2),
        (("play", GAME, "--option", "target"), 2),
        (("play", GAME, "--seed", "x"), 2),
        (("play", GAME, "--bot", "clever"), 2),
        (("play", GAME, "--players", "9"), 2),
    ],
)
def test_faults_are_told_on_stderr(run: Run, arguments: tuple[str, ...], code: int) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr


def test_a_pipe_has_no_colours_and_a_transcript(spawn: Spawn) -> None:
    done = spawn(*START, input="?\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "\n> ?\n" in done.stdout


def test_colours_may_be_forced_and_no_color_wins(spawn: Spawn) -> None:
    assert "\x1b[" in spawn(*START, FORCE_COLOR="1").stdout
    assert "\x1b" not in spawn(*START, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_the_locale_c_gets_ascii(spawn: Spawn) -> None:
    done = spawn(*START, input="KH\nquit\n", LANG="C", encoding="ascii")
    assert done.returncode == 0
    assert "hand     KH 6H | 4C   JD   8S 7S\n" in done.stdout


def test_ascii_may_be_asked_for(run: Run) -> None:
    assert run(*START, "--ascii", "--auto").output.isascii()


def test_words_for_suits() -> None:
    assert with_signs("ah as Hearts") == "ah as ♥"
    assert with_signs("spade") == "♠"
    assert with_signs("clubs and clubhouse") == "♣ and clubhouse"


def test_rule_lines_of_what_is_no_file() -> None:
    from trickcore.diagnostics.model import Span

    assert rule_lines(None) == []
    assert rule_lines(Span("<text>", 1, 1, 1, 2)) == []


def test_carets_stand_under_the_rule(tmp_path: Path) -> None:
    from trickcore.diagnostics.model import Span

    file = tmp_path / "a.yaml"
    file.write_text("x:\n    - cards: led\n", encoding="utf-8")
    *_, line, carets = rule_lines(Span(str(file), 2, 14, 2, 17))
    assert line[carets.index("^") : carets.rindex("^") + 1] == "led"


def test_every_event_has_a_sentence() -> None:
    match = trickcore.play_match(trickcore.load(GAME), [trickcore.RandomBot(1), trickcore.RandomBot(2)], seed=3)
    for seat in (None, 0, 1):
        told = list(lines(match.events(seat), match))
        between = sum(text.startswith("The match goes on") for text in told)
        assert len(told) == len(match.events(seat)) + between
        assert all(text.strip() for text in told)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_end_of_the_log_is_what_was_told_before(seat: int | None) -> None:
    match = trickcore.play_match(trickcore.load(GAME), [trickcore.RandomBot(1), trickcore.RandomBot(2)], seed=3)
    told = list(lines(match.events(seat), match))
    last = list(lines(match.events(seat), match, len(match.events(seat)) - 30))
    assert len(last) >= 30
    assert told[-len(last) :] == last


def test_a_follow_is_no_declaration() -> None:
    game = trickcore.load(GAME)
    match = game.start(seed=1, dealer=0, deal={"hands": {0: "A♠ 2♠", 1: "K♠"}}).play("K♠").play("A♠")
    assert list(lines(match.events(0), match, 3))[:3] == ["seat 1 plays K♠", "seat 0 plays A♠", "seat 0 takes K♠ A♠"]


def test_a_draw_is_told_to_who_may_know_it() -> None:
    deal = {"hands": {0: "A♦", 1: "3♦"}, "stock": "3♣ 2♣"}
    match = trickcore.load(GAME).start(seed=1, dealer=0, deal=deal).play("3♦").play("A♦")
    told = {seat: list(lines(match.events(seat), match))[-2:] for seat in (0, 1, None)}
    assert told[0] == ["seat 0 draws 3♣", "seat 1 draws a card"]
    assert told[1] == ["seat 0 draws a card", "seat 1 draws 2♣"]
    assert told[None] == ["seat 0 draws a card", "seat 1 draws a card"]
    assert list(lines(open_events(match), match))[-2:] == ["seat 0 draws 3♣", "seat 1 draws 2♣"]


def test_moves_that_are_no_draws_name_their_places() -> None:
    game = trickcore.load(GAME)
    moves = [("kitty → hand", 1), ("stock → hand", 2), ("stock → kitty", 1)]
    events = [trickcore.Event(0, "moved", label, {"to": 1, "cards": trickcore.Hidden(n)}) for label, n in moves]
    told = [text for event in events for text in Log(game).tell(event)]
    assert told == [f"{label}: seat 1 gets {n} card{'s' if n > 1 else ''}" for label, n in moves]


def test_cards_of_a_trick_that_nobody_saw_played_stand_behind() -> None:
    log = Log(trickcore.load(GAME))
    for seat, card in enumerate(("5♦", "2♣")):
        log.tell(trickcore.Event(seat, "played", "", {"seat": seat, "card": card}))
    taken = trickcore.Event(2, "taken", "", {"seat": 0, "cards": ("2♣", "5♦", "A♠")})
    assert log.tell(taken) == ["seat 0 takes 5♦ 2♣ A♠"]
    assert log.tell(taken) == ["seat 0 takes 2♣ 5♦ A♠"]


def test_events_of_other_names_are_told_by_their_fields() -> None:
    named = trickcore.Event(0, "named", "bid", {"seat": 1, "bid": 3, "secret": trickcore.Hidden(2), "open": True})
    assert Log(trickcore.load(GAME)).tell(named) == ["seat 1: named bid 3, 2 cards, yes"]


def test_bytes_that_are_no_text_are_no_fault(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "utf8=0", "-m", "trickcore", *START]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, cwd=tmp_path, env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is not an action of this game" in done.stdout


def test_a_number_that_is_not_in_the_list(run: Run) -> None:
    assert "There is no action with the number 99." in run(*START, input="99\nquit\n").output
