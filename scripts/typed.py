"""Types the commands of pages into one shell and compares what comes with what stands under them; see check-pages.

A block of `sh` is typed. A block without a language right after it is what it prints: `…` stands for anything there, and ids,
instants and days of the present are as good as any other. Line breaks and blanks do not count, as pages wrap long answers.
"""

import os
import re
import subprocess
import sys
import tempfile

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
    """Pairs of what is typed and what then stands there, if anything does."""
    text = open(page, encoding="utf-8").read()
    found = list(BLOCK.finditer(text))
    for at, block in enumerate(found):
        if block[1] != "sh":
            continue
        after = found[at + 1] if at + 1 < len(found) else None
        is_answered = after and after[1] == "" and text[block.end() : after.start()].strip() == ""
        line = text.count("\n", 0, block.start()) + 1
        yield line, block[2], after[2] if is_answered else None


def passing(text):
    for pattern, name in PASSING:
        text = re.sub(pattern, name, text)
    return text


def says(expected, printed):
    """Whether what was printed is what stands there."""
    squeeze = lambda text: re.sub(r"\s+", "", passing(text))
    parts = [re.escape(part) for part in squeeze(expected).split("…")]
    return re.fullmatch(".*".join(parts), squeeze(printed), re.DOTALL) is not None


def shell_beside(folder):
    """A shell in a folder from which the program and the demo's files are found as from the project's."""
    root = os.getcwd()
    program = os.path.join(root, os.environ.get("CARGO_TARGET_DIR", "target"), "debug")
    for name in ("demo", "target"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))
    environment = {**os.environ, "PATH": f"{program}:{os.environ['PATH']}"}
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
    typed, wrong = 0, 0
    for line, commands, expected in blocks(page):
        if "make run" in commands:
            continue
        printed = type_into(shell, commands)
        typed += 1
        if expected is not None and not says(expected, printed):
            wrong += 1
            print(f"{page}:{line}: it does not answer what stands there")
            print(f"--- the page\n{expected}--- the service\n{printed}")
    print(f"{page}: {typed} blocks typed, {wrong} answered otherwise")
    return wrong


def main(pages):
    with tempfile.TemporaryDirectory() as folder:
        with shell_beside(folder) as shell:
            wrong = sum(type_page(shell, page) for page in pages)
            shell.stdin.close()
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
