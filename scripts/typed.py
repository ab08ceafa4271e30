"""Types the commands of pages into one shell and compares what comes with what stands under them; see check-pages.

A block of `sh` is typed; one of `bash` needs something else first, such as a service that is stopped. A block without a language
right after it is what it prints: `…` stands for anything there, and ids, instants and days of the present are as good as any other. Line
breaks and blanks do not count, as pages wrap long answers. In a block of `console` what follows a `$` is typed, and the lines below it are
among those that it prints, in that order. A block in another language that is to be saved ("Save this as `name`") is saved. Programs
in Python run with the packages of checks/guide, those in TypeScript after a check of their types; where the tools for one of them
are not there (see guide-tools), what runs them is passed over.

    typed.py PAGE…                   types pages into the service of with-server
    typed.py --printed PAGE WHAT     WHAT is what the first command of the page's consoles printed
"""

import os
import re
import subprocess
import sys
import tempfile

SAVED = re.compile(r"[Ss]ave\s+this\s+as\s+`([^`]+)`[^`]*\Z")
# What a saved program is run by, at the beginning of a line.
RUNS = {
    "python": re.compile(r"^python3 [\w-]+\.py\b", re.MULTILINE),
    "typescript": re.compile(r"^node [\w-]+\.ts\b", re.MULTILINE),
}
TOOLS = {"python": "guide-venv/bin/python3", "typescript": "client-tools/node_modules/typescript/bin/tsc"}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DONE = "-- typed --"
# Where `make run` listens.
MEANT = "http://127.0.0.1:8080"
# What differs from run to run: ids, instants, days since 2026 and numbers of documents of these years.
PASSING = [
    (r"\b[a-z]{2,4}_[0-9a-z]{26}\b", "ID"),
    (r"\b20(2[6-9]|[3-9]\d)-\d\d-\d\dT[0-9:.]+Z", "INSTANT"),
    (r"\b20(2[6-9]|[3-9]\d)-\d\d-\d\d\b", "DAY"),
    (r"-20(2[6-9]|[3-9]\d)-(?=\d{6})", "-YEAR-"),
]


def blocks(page):
    """What is typed, what then stands there, if anything does, and how the two are compared."""
    text = open(page, encoding="utf-8").read()
    found = list(BLOCK.finditer(text))
    for at, block in enumerate(found):
        line = text.count("\n", 0, block.start()) + 1
        saved = SAVED.search(text[: block.start()])
        if block[1] == "console":
            for commands, printed in consoles(block[2]):
                yield line, commands, printed, tells
        elif block[1] != "sh" and saved:
            yield line, f"cat > {saved[1]} <<'SAVED'\n{block[2]}SAVED", None, says
        elif block[1] == "sh":
            after = found[at + 1] if at + 1 < len(found) else None
            is_answered = after and after[1] == "" and text[block.end() : after.start()].strip() == ""
            yield line, block[2], after[2] if is_answered else None, says


def consoles(text):
    """Each command behind a `$` with the lines that go on from it, and what stands below."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = next(at for at, line in enumerate(lines, 1) if not line.rstrip().endswith("\\"))
        yield "".join(lines[:end]), "".join(lines[end:]) or None


def passing(text):
    for pattern, name in PASSING:
        text = re.sub(pattern, name, text)
    return text


def says(expected, printed):
    """Whether what was printed is what stands there."""
    squeeze = lambda text: re.sub(r"\s+", "", passing(text))
    parts = [re.escape(part) for part in squeeze(expected).split("…")]
    return re.fullmatch(".*".join(parts), squeeze(printed), re.DOTALL) is not None


def tells(expected, printed):
    """Whether every line that stands there was printed, in that order."""
    wanted = [part for line in expected.splitlines() for part in line.split("…")]
    squeeze = lambda text: re.sub(r"\s+", "", passing(text))
    text, at = squeeze(printed), 0
    for part in map(squeeze, wanted):
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def target():
    return os.path.join(os.getcwd(), os.environ.get("CARGO_TARGET_DIR", "target"))


def lacks(commands):
    """The language of a program that these commands run, if its tools are not there."""
    asked = (language for language, runs in RUNS.items() if runs.search(commands))
    return next((language for language in asked if not os.path.exists(os.path.join(target(), TOOLS[language]))), None)


def shell_beside(folder):
    """A shell in a folder from which the program and the demo's files are found as from the project's."""
    root = os.getcwd()
    programs = [os.path.join(target(), "debug"), os.path.join(root, "checks", "guide")]
    if os.path.exists(os.path.join(target(), TOOLS["python"])):
        programs.append(os.path.join(target(), "guide-venv", "bin"))
    os.symlink(os.path.join(root, "demo"), os.path.join(folder, "demo"))
    os.symlink(target(), os.path.join(folder, "target"))
    # Commands that are typed mean the data folder, unless they say otherwise.
    elsewhere = ("COUNTINGHOUSE_URL", "COUNTINGHOUSE_TOKEN")
    own = {name: value for name, value in os.environ.items() if name not in elsewhere}
    environment = {**own, "GUIDE_TOOLS": target(), "PATH": ":".join([*programs, os.environ["PATH"]])}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen(["bash"], cwd=folder, env=environment, text=True, **pipes)


def type_into(shell, commands):
    """What a block prints."""
    # The server that runs beside this is the one that the page means.
    commands = commands.replace(MEANT, os.environ["COUNTINGHOUSE_URL"])
    commands = re.sub(r"^export COUNTINGHOUSE_DATA=.*\n", "", commands, flags=re.MULTILINE)
    shell.stdin.write(f"{commands}\necho '{DONE}'\n")
    shell.stdin.flush()
    printed = ""
    for line in shell.stdout:
        printed += line
        if line.rstrip().endswith(DONE):
            break
    return printed.replace(DONE, "").replace(os.environ["COUNTINGHOUSE_URL"], MEANT)


def type_page(shell, page):
    """How many blocks were answered otherwise than the page says."""
    typed, wrong, passed = 0, 0, {}
    for line, commands, expected, is_right in blocks(page):
        if "make run" in commands or "demo --load-only" in commands:
            continue
        language = lacks(commands)
        if language:
            passed[language] = passed.get(language, 0) + 1
            continue
        printed = type_into(shell, commands)
        typed += 1
        if expected is not None and not is_right(expected, printed):
            wrong += 1
            print(f"{page}:{line}: it does not answer what stands there")
            print(f"--- the page\n{expected}--- the service\n{printed}")
    skipped = "".join(f", {count} in {language} skipped" for language, count in passed.items())
    print(f"{page}: {typed} blocks typed, {wrong} answered otherwise{skipped}")
    return wrong


def compare_printed(page, path):
    """How much of what a program printed elsewhere is other than what the page has for its first command."""
    line, _, expected, is_right = next(block for block in blocks(page) if block[3] is tells)
    printed = open(path, encoding="utf-8").read()
    if is_right(expected, printed):
        return 0
    print(f"{page}:{line}: this was not printed\n--- the page\n{expected}--- the program\n{printed}")
    return 1


def main(pages):
    if pages[0] == "--printed":
        return compare_printed(*pages[1:])
    with tempfile.TemporaryDirectory() as folder:
        with shell_beside(folder) as shell:
            wrong = sum(type_page(shell, page) for page in pages)
            shell.stdin.close()
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
