"""`bakeoff exchange`: lend data, take part, and rank what was sent. The owner's verbs name a folder, the teams' verbs a server."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, note, print_result, warn, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, counted, four_places

if TYPE_CHECKING:
    from bakeoff.challenges.challenge import Challenge
    from bakeoff.challenges.client import ExchangeClient

__all__ = ["command"]

folder_argument = click.argument("folder", type=click.Path(path_type=Path))


def _limits(command: Any) -> Any:
    for option in (
        click.option("--closes", metavar="DATE", help="End of submissions in UTC: 2031-06-30 or 2031-06-30T12:00."),
        click.option(
            "--total-budget-per-day", type=int, metavar="N", help="Submissions of all teams together on one day (50)."
        ),
        click.option("--budget-per-day", type=int, metavar="N", help="Submissions of a team on one day (5)."),
    ):
        command = option(command)
    return command


def _server(command: Any) -> Any:
    for option in (
        click.option(
            "--authority",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Certificate (PEM) to trust, for a server that signed its own.",
        ),
        click.option("--server", required=True, metavar="URL", help="Address of the exchange."),
    ):
        command = option(command)
    return command


def _signed(command: Any) -> Any:
    for option in (
        click.option(
            "--token-file", type=click.Path(path_type=Path), metavar="FILE", help="File that contains the token."
        ),
        click.option(
            "--token",
            envvar="BAKEOFF_TOKEN",
            metavar="TOKEN",
            help="Token of the team; better in BAKEOFF_TOKEN or a file, as others see the process list.",
        ),
    ):
        command = option(command)
    return _server(command)


def _client(
    server: str, authority: Path | None, token: str | None = None, token_file: Path | None = None
) -> "ExchangeClient":
    from bakeoff.challenges.client import ExchangeClient
    from bakeoff.tabular.encoding import read_bytes

    if token_file is not None:
        token = read_bytes(token_file)[:4096].decode("utf-8", "replace").strip()
    return ExchangeClient(server, (token or "").strip(), authority=authority)


def _challenge(folder: Path) -> "Challenge":
    from bakeoff.challenges.challenge import Challenge

    return Challenge(folder)


def _print(verb: str, body: dict[str, Any], sentence: str, *, as_object: bool) -> None:
    print_result(as_json(f"exchange.{verb}", body) if as_object else wrap_text(sentence))


@click.group("exchange")
def command() -> None:
    """Lend data: teams predict rows whose labels stay with you.

    The owner: create, team, open, serve, status, limits, close, final, export. A team: download, submit, submissions, choose, board.
    Each of them prints one JSON object with --json.
    """


@command.command("create")
@click.argument("data", type=click.Path(path_type=Path))
@click.option("--target", required=True, metavar="COLUMN", help="What is to be predicted.")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="A new folder; only you can read it.",
)
@click.option(
    "--public",
    type=float,
    default=0.5,
    show_default=True,
    metavar="SHARE",
    help="Of the test rows, behind the board; the others decide the final ranking.",
)
@click.option("--test-share", type=float, default=0.4, show_default=True, metavar="SHARE", help="Of all rows, hidden.")
@click.option(
    "--measure", default="error", show_default=True, help="A bounded mean over rows: error, accuracy, brier, ..."
)
@click.option(
    "--final-measure",
    default="",
    metavar="MEASURE",
    help="What decides the final ranking, roc_auc for example; by default --measure.",
)
@click.option(
    "--rule", default="corrected", show_default=True, help="Of the ladder; corrected is the one that hides single rows."
)
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="Level of the ladder and of the final comparison."
)
@click.option("--positive", metavar="CLASS", help="The positive class of a binary target.")
@click.option("--task", help="Where the target does not show it: binary, multiclass, ordinal, regression.")
@click.option("--groups", metavar="COLUMN", help="Rows of one group stay on one side.")
@click.option("--time", metavar="COLUMN", help="The latest rows are the test rows.")
@_limits
@click.option(
    "--license", "license_text", default="", metavar="TEXT|FILE", help="License of the data, shown before the download."
)
@click.option(
    "--terms", type=click.Path(path_type=Path), metavar="FILE", help="Terms of use, accepted before the download."
)
@click.option("--title", default="", help="Name of the challenge; by default that of the file.")
@json_option
def create_command(
    data: Path, *, target: str, folder: Path, license_text: str, terms: Path | None, budget_per_day: int | None, total_budget_per_day: int | None,
    closes: str | None, as_object: bool, **design: Any,
) -> None:  # fmt: skip
    """Make a challenge of DATA: training rows, test rows without labels under new ids, hidden labels, a data card."""
    from bakeoff.challenges.challenge import Challenge
    from bakeoff.tabular.encoding import decode, read_bytes

    if license_text and Path(license_text).is_file():
        note(f"the license is read from {license_text}")
        license_text = "\n".join(decode(read_bytes(Path(license_text)), license_text))
    limits: dict[str, Any] = {
        "budget_per_day": budget_per_day,
        "total_budget_per_day": total_budget_per_day,
        "closes": closes,
    }
    made = Challenge.create(
        data, target, folder, license=license_text, terms="\n".join(decode(read_bytes(terms), str(terms))) if terms else "",
        **{name: value for name, value in limits.items() if value is not None}, **design,
    )  # fmt: skip
    with made as challenge:
        about = challenge.about
        if as_object:
            print_result(
                as_json(
                    "exchange.create", {"folder": str(folder), **_rest(about.as_dict()), "warnings": challenge.warnings}
                )
            )
            return
        print_result(
            f"{clean(about.title)}: {about.train_rows} training rows, {about.test_rows} test rows "
            f"({about.public_rows} behind the board, {about.final_rows} for the final ranking), by {about.measure}."
        )
        for one in challenge.warnings:
            warn(one)
    note(f"add teams:   bakeoff exchange team {folder} NAME")
    note(f"then:        bakeoff exchange open {folder}; bakeoff exchange serve {folder}")


@command.command("team")
@folder_argument
@click.argument("name")
@click.option(
    "--new-token", is_flag=True, help="Replace the token of a team that lost it; the old one opens nothing any more."
)
@json_option
def team_command(folder: Path, name: str, *, new_token: bool, as_object: bool) -> None:
    """Add the team NAME and print its token, once; only a hash is stored."""
    with _challenge(folder) as challenge:
        token = challenge.new_token(name) if new_token else challenge.add_team(name)
    if as_object:
        print_result(as_json("exchange.team", {"team": name, "token": token}))
        return
    print_result(token)
    note(f"this is the token of {clean(name)}; it is not shown again")


@command.command("open")
@folder_argument
@json_option
def open_command(folder: Path, *, as_object: bool) -> None:
    """Let teams submit; what looks suspicious in the data is listed again."""
    with _challenge(folder) as challenge:
        for one in challenge.warnings:
            warn(one)
        challenge.open()
        teams = len(challenge.teams)
    _print(
        "open",
        {"folder": str(folder), "state": "open", "teams": teams},
        f"The challenge is open for {counted(teams, 'team')}.",
        as_object=as_object,
    )


@command.command("close")
@folder_argument
@json_option
def close_command(folder: Path, *, as_object: bool) -> None:
    """End the time of submissions."""
    with _challenge(folder) as challenge:
        challenge.close()
    _print("close", {"folder": str(folder), "state": "closed"}, "The challenge is closed.", as_object=as_object)
    if not as_object:
        note(f"the final ranking: bakeoff exchange final {folder} -o final.html")


@command.command("limits")
@folder_argument
@_limits
@json_option
def limits_command(
    folder: Path, *, budget_per_day: int | None, total_budget_per_day: int | None, closes: str | None, as_object: bool
) -> None:
    """Show or change the budgets and the end of submissions."""
    with _challenge(folder) as challenge:
        if not all(one is None for one in (budget_per_day, total_budget_per_day, closes)):
            challenge.set_limits(
                budget_per_day=budget_per_day, total_budget_per_day=total_budget_per_day, closes=closes
            )
        now = challenge.limits
    body = {"budget_per_day": now.per_team, "total_budget_per_day": now.in_total, "closes": now.closes or None}
    words = f"{now.per_team} submissions of a team and {now.in_total} of all teams a day; {f'closes at {now.closes[:16]} UTC' if now.closes else 'no end is set'}."
    _print("limits", body, words, as_object=as_object)


@command.command("status")
@folder_argument
@click.option("--log", "lines", type=int, default=5, show_default=True, help="Lines of the audit log.")
@json_option
def status_command(folder: Path, *, lines: int, as_object: bool) -> None:
    """Show teams, submissions and the audit log; no label is shown."""
    with _challenge(folder) as challenge:
        found, log = challenge.status(), challenge.audit(max(lines, 0))
    if as_object:
        entries = [{"moment": one.moment, "who": one.who, "what": one.what, "facts": dict(one.facts)} for one in log]
        print_result(as_json("exchange.status", found | {"log": entries}))
        return
    closes = f", closes at {found['closes'][:16]} UTC" if found["closes"] else ""
    print_result(
        f"{clean(found['title'])}: {found['state']}{closes}; {found['used_today']} of {found['in_total']} submissions used today."
    )
    rows = [
        [clean(one["team"]), "–" if one["score"] is None else four_places(one["score"]), str(one["submissions"]), str(one["today"]), "yes" if one["accepted"] else "no"]
        for one in found["teams"]
    ]  # fmt: skip
    if rows:
        print_result(aligned_table(["team", "released", "submissions", "today", "accepted terms"], rows, "lrrrl"))
    for teams in found["alike"]:
        warn(f"{', '.join(teams)} sent the same predictions")
    for one in found["warnings"]:
        warn(one)
    for entry in reversed(log):
        note(f"{entry.moment[:19].replace('T', ' ')}  {clean(entry.who)}: {clean(entry.what)}")


@command.command("export")
@folder_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to write into.")
@json_option
def export_command(folder: Path, *, output: Path, as_object: bool) -> None:
    """Write board, submissions and audit log as CSV files, without labels and predictions."""
    with _challenge(folder) as challenge:
        written = challenge.export(output)
    _print(
        "export",
        {"files": [str(one) for one in written]},
        "\n".join(f"wrote {one}" for one in written),
        as_object=as_object,
    )


@command.command("final")
@folder_argument
@click.option("--measure", help="Also compare by a measure that was not named before; the ranking stays.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the report: .html, .md, .tex, .json.")
@json_option
def final_command(folder: Path, *, measure: str | None, output: Path | None, as_object: bool) -> None:
    """Compare the final submissions of all teams on the rows that no board has used.

    The first call makes the study `final.bakeoff` in the folder and publishes the ranking by the measure that `create` named for it.
    """
    with _challenge(folder) as challenge, challenge.final() as results:
        ranking = challenge.board().ranking
        if output is not None:
            results.report(output)
        several = len(results.learners) > 1
        compared = results.compare(measure) if several else None
        if as_object:
            body = {
                "study": str(challenge.folder.study),
                "ranking": ranking,
                "comparison": compared.to_dict() if compared else None,
            }
            print_result(as_json("exchange.final", body))
            return
        print_result(str(results))
        if compared is not None and measure:
            warn(f"{measure} was not named before the challenge, so this comparison is exploratory", mild=True)
            print_result(str(compared))
        note(f"the study: {challenge.folder.study}; it contains the labels of the final rows")
        if output is not None:
            note(f"wrote {output}")


@command.command("serve")
@folder_argument
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; any other than this machine's own needs TLS or a proxy.",
)
@click.option("--port", type=int, default=8700, show_default=True, help="0 takes any free port.")
@click.option("--tls-cert", type=click.Path(path_type=Path), help="Certificate file (PEM).")
@click.option("--tls-key", type=click.Path(path_type=Path), help="Its key (PEM).")
@click.option(
    "--behind-proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy whose forwarded headers count."
)
@click.option("--public-name", "public", multiple=True, metavar="HOST", help="The name by which the proxy is reached.")
@json_option
def serve_command(
    folder: Path, *, host: str, port: int, tls_cert: Path | None, tls_key: Path | None, proxies: tuple[str, ...], public: tuple[str, ...], as_object: bool
) -> int:  # fmt: skip
    """Serve one challenge: its page, the pages of the teams, the owner's page, and the interface of the client."""
    from bakeoff.web.exchange_serve import serve_challenge
    from bakeoff.web.server import Address

    address = Address(host=host, port=port, certificate=tls_cert, key=tls_key, proxies=proxies, public=public)
    return serve_challenge(folder, address, say=_object if as_object else _sentence)


def _sentence(address: str, link: str) -> None:
    print_result(
        f"for teams: {address}\nfor you:   {link}\nThe second link contains the owner's token. Ctrl-C ends it."
    )


def _object(address: str, link: str) -> None:
    print_result(as_json("exchange.serve", {"address": address, "owner": link}))


@command.command("download")
@_signed
@click.option("--accept-terms", is_flag=True, help="Accept the license and the terms, which are printed first.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to write into.")
@json_option
def download_command(
    *, server: str, authority: Path | None, token: str | None, token_file: Path | None, accept_terms: bool, output: Path, as_object: bool
) -> None:  # fmt: skip
    """Get train.csv, test.csv, the data card and the terms."""
    from bakeoff.challenges.folder import DOWNLOADS

    client = _client(server, authority, token, token_file)
    about = client.challenge()
    for title, text in (("License", about.get("license")), ("Terms", about.get("terms"))):
        note(f"{title}:\n{_lines(text) or '  The owner states none.'}")
    if accept_terms:
        client.accept_terms()
    if output.exists() and not output.is_dir():
        raise BadInput(f"{output} is a file; name a folder to write into")
    written = []
    for name in DOWNLOADS:
        content = client.download(name)
        output.mkdir(parents=True, exist_ok=True)
        (output / name).unlink(missing_ok=True)
        (output / name).write_bytes(content)
        written.append(output / name)
    _print(
        "download",
        {"files": [str(one) for one in written]},
        "\n".join(f"wrote {one}" for one in written),
        as_object=as_object,
    )


def _lines(text: object) -> str:
    return "\n".join(f"  {clean(line)}" for line in str(text or "").split("\n") if line.strip())


@command.command("submit")
@_signed
@click.argument("predictions", type=click.Path(path_type=Path))
@json_option
def submit_command(
    predictions: Path, *, server: str, authority: Path | None, token: str | None, token_file: Path | None, as_object: bool
) -> None:  # fmt: skip
    """Send PREDICTIONS, a CSV file: the ids of test.csv and `prediction`, or one column `proba_CLASS` for each class.

    The same predictions sent again are one submission, so repeat the command if the connection breaks.
    """
    from bakeoff.tabular.encoding import read_bytes

    answer = _client(server, authority, token, token_file).submit(read_bytes(predictions))
    _print("submit", _rest(answer), clean(answer.get("sentence", "")), as_object=as_object)


@command.command("submissions")
@_signed
@json_option
def submissions_command(
    *, server: str, authority: Path | None, token: str | None, token_file: Path | None, as_object: bool
) -> None:
    """List what your team has sent, and its released scores."""
    answer = _client(server, authority, token, token_file).submissions()
    if as_object:
        print_result(as_json("exchange.submissions", _rest(answer)))
        return
    rows = [
        [str(one["submission"]), str(one["moment"])[:19].replace("T", " "), four_places(float(one["score"])), "yes" if one["improved"] else "no", "yes" if one["final"] else "no"]
        for one in answer["submissions"]
    ]  # fmt: skip
    if rows:
        print_result(aligned_table(["submission", "sent (UTC)", "released", "improvement", "final"], rows, "rlrll"))
    print_result(f"{counted(int(answer['left_today']), 'submission')} left today.")


@command.command("choose")
@_signed
@click.argument("submission", type=int)
@json_option
def choose_command(
    submission: int, *, server: str, authority: Path | None, token: str | None, token_file: Path | None, as_object: bool
) -> None:  # fmt: skip
    """Name the SUBMISSION (its number) that enters the final ranking; without a choice it is the last one."""
    answer = _client(server, authority, token, token_file).choose(submission)
    _print("choose", _rest(answer), f"Submission {submission} enters the final ranking.", as_object=as_object)


@command.command("board")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--server", metavar="URL", help="Address of the exchange, instead of FOLDER.")
@click.option("--authority", type=click.Path(path_type=Path), metavar="FILE", help="Certificate (PEM) to trust.")
@json_option
def board_command(folder: Path | None, *, server: str | None, authority: Path | None, as_object: bool) -> None:
    """Show the board: released scores, intervals, groups and ranks, and after the end the final ranking."""
    if (folder is None) == (server is None):
        raise BadInput("name the folder of a challenge, or the address of an exchange with --server")
    if folder is not None:
        with _challenge(folder) as challenge:
            shown = challenge.board()
        answer = shown.as_dict() | {"remark": shown.remark}
    else:
        assert server is not None
        answer = _rest(_client(server, authority).board())
    print_result(as_json("exchange.board", answer) if as_object else _board(answer))


def _board(found: dict[str, Any]) -> str:
    def table(rows: list[dict[str, Any]], measure: str, *columns: tuple[str, Callable[[dict[str, Any]], str]]) -> str:
        cells = [
            [clean(row["team"]), four_places(row["score"]), f"{four_places(row['low'])} to {four_places(row['high'])}", _ranks(row), *(get(row) for _, get in columns)]
            for row in rows
        ]  # fmt: skip
        return aligned_table(
            ["team", measure, "interval", "rank", *(name for name, _ in columns)], cells, "lrrr" + "r" * len(columns)
        )

    try:
        parts = [
            f"{clean(found['title'])} ({clean(found['state'])}), by {clean(found['measure'])}, {clean(found['better'])} is better"
        ]
        if found["board"]:
            parts.append(
                table(
                    found["board"],
                    clean(found["measure"]),
                    ("group", lambda row: clean(row["groups"])),
                    ("submissions", lambda row: str(int(row["attempts"]))),
                )
            )
        parts.append(clean(found["remark"]))
        final = found["final"]
        if final:
            parts += [
                f"Final ranking on {int(final['n'])} rows that no board has used, by {clean(final['measure'])}",
                table(final["rows"], clean(final["measure"])),
                clean(final["verdict"]),
            ]
    except (KeyError, TypeError, ValueError):
        raise BadInput("the server does not answer as an exchange does; check the address") from None
    return "\n\n".join(parts)


def _ranks(row: dict[str, Any]) -> str:
    first, last = int(row["rank_from"]), int(row["rank_to"])
    return str(first) if first == last else f"{first}-{last}"


def _rest(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer of a server without its own schema."""
    return {name: value for name, value in answer.items() if name != "schema"}
