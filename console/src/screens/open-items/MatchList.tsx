import { Button, CloseButton, Modal, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useKey } from "../../api/key";
import { type Match, unmatch, useMatches } from "../../api/matches";
import { Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Amount } from "../../parts/Amount";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { formatDay } from "../../text/day";

/** Matches that count, newest first, each to be undone. */
export function MatchList({
  of,
  title,
  onClose,
}: {
  of: { partyId?: string; entryId?: string };
  title: string;
  onClose?: (() => void) | undefined;
}): JSX.Element {
  const matches = useMatches(of);
  const [undoing, setUndoing] = useState<Match>();
  useActions(onClose ? [{ id: "close-matches", title: "Close the matches", keys: "esc", quiet: true, run: onClose }] : []);
  return (
    <section className="matches">
      <div className="screen-head">
        <h2>{title}</h2>
        {onClose && <CloseButton aria-label="Close" onClick={onClose} ml="auto" />}
      </div>
      {matches?.length === 0 && <p className="dim">Nothing is matched yet.</p>}
      <ul>
        {matches?.map((one) => (
          <li key={one.id}>
            <span>
              {one.lines.map((line, at) => (
                <span key={`${line.entryId} ${line.lineNumber}`}>
                  {at > 0 && " with "}
                  <Link to="/journal/$entry" params={{ entry: line.entryNumber ?? line.entryId }}>
                    {line.entryNumber ?? "entry"}
                  </Link>
                </span>
              ))}
              <span className="dim">
                {" "}
                · {formatDay(one.date)}
                {one.source === "manual" ? "" : `, by a ${one.source}`}
              </span>
            </span>
            <span className="number">
              <Amount value={one.amount} currency={one.currency} />
            </span>
            {may("journalEntries:match") && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={one.source !== "manual"}
                title={one.source === "manual" ? undefined : `a ${one.source} matched it, so it goes with that`}
                onClick={() => setUndoing(one)}
              >
                Unmatch
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && <UnmatchDialog match={undoing} onClose={() => setUndoing(undefined)} />}
    </section>
  );
}

/** Asks why, and undoes a match. */
function UnmatchDialog({ match, onClose }: { match: Match; onClose: () => void }): JSX.Element {
  const { key, renew } = useKey();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const ways = useWays({ again: { title: "Unmatch", run: () => void run() } });
  const owned = [match.writeOffEntryNumber, match.fxEntryNumber].filter((number) => number !== null);

  async function run(): Promise<void> {
    if (reason.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      await unmatch(match, reason.trim(), key());
      say("The lines are open again");
      onClose();
      await touched("matches", "balances", "entries");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      renew();
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  useActions([
    { id: "unmatch", title: "Unmatch", keys: "mod+enter", whileTyping: true, run: () => void run() },
    { id: "close-unmatch", title: "Close", keys: "esc", quiet: true, run: onClose },
  ]);
  return (
    <Modal opened onClose={onClose} title="Unmatch" closeButtonProps={{ "aria-label": "Close" }}>
      <form
        className="unmatch"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {problem && <Refusal problem={problem} onWay={ways.go} />}
        {ways.part}
        <p>
          {match.lines.map((line) => line.entryNumber).join(" and ")} are open again
          {owned.length > 0 && `, and ${owned.join(" and ")}, which the match posted, is voided or reversed`}. The match stays on record as undone.
        </p>
        <TextInput label="Reason" data-autofocus required value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
        <p className="matching-end">
          <Button type="submit" loading={isBusy} disabled={reason.trim() === ""}>
            Unmatch <kbd>Ctrl ⏎</kbd>
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </form>
    </Modal>
  );
}
