import { Button, CloseButton } from "@mantine/core";
import { type JSX, useState } from "react";
import { type ControlChange, controlTitle, decideControl } from "../../../api/controls";
import { newKey } from "../../../api/key";
import { myId } from "../../../api/me";
import { useNaming } from "../../../api/people";
import { type Problem, asProblem } from "../../../api/problem";
import { touched } from "../../../api/queries";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { say } from "../../../app/toasts";
import { Chip } from "../../../parts/Chip";
import { Moment } from "../../../parts/Moment";
import { Refusal } from "../../../parts/Refusal";
import { RejectDialog } from "../../entry/RejectDialog";
import { ControlContent } from "./ControlContent";
import { STATES, outcomeOf } from "./outcome";

/** One change of controls beside the list: before and after, and the decision. */
export function ControlPeek({ change, onClose, onDone }: { change: ControlChange; onClose: () => void; onDone: () => void }): JSX.Element {
  const naming = useNaming();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [isRejecting, setRejecting] = useState(false);
  const waits = change.status === "proposed";
  const isMine = change.proposedBy === myId();
  const decides = waits && may("controlChanges:approve");
  const undecidable = isMine ? "You proposed it; another person must approve." : undefined;
  const title = controlTitle(change, change.subjectType === "membership" ? naming(change.subjectId) : undefined);

  const decide = (act: "approve" | "withdraw"): void => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    decideControl(act, { id: change.id, version: change.version, key: newKey() })
      .then(() => {
        say(act === "approve" ? "Approved: it is in effect." : "The proposal is withdrawn.");
        return touched("controls", "rules", "organization", "inbox", "people");
      })
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  };
  useActions([
    ...(decides
      ? [
          { id: "approve", title: "Approve the change", keys: "a", disabled: undecidable, run: () => decide("approve") },
          { id: "reject", title: "Reject the change", keys: "r", disabled: undecidable, run: () => setRejecting(true) },
        ]
      : []),
    ...(waits && isMine ? [{ id: "withdraw", title: "Withdraw the proposal", keys: "w", run: () => decide("withdraw") }] : []),
  ]);
  return (
    <aside className="peek" aria-label={title}>
      <div className="screen-head">
        <h2 dir="auto">{title}</h2>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p className="dim">
        {waits ? "Proposed" : "By"} {waits && "by "}
        {naming(change.proposedBy)} <Moment at={change.proposedAt} /> <Chip kind={STATES[change.status][0]}>{STATES[change.status][1]}</Chip>
      </p>
      <ControlContent change={change} />
      <p>{outcomeOf(change, naming)}</p>
      {problem && <Refusal problem={problem} onAgain={problem.status === 412 ? onDone : undefined} againTitle="Show how it is now" />}
      {decides && undecidable && <p>{undecidable}</p>}
      {waits && (
        <p className="refusal-ways">
          {decides && (
            <>
              <Button onClick={() => decide("approve")} disabled={undecidable !== undefined} loading={busy}>
                Approve <kbd>a</kbd>
              </Button>
              <Button variant="danger" onClick={() => setRejecting(true)} disabled={undecidable !== undefined}>
                Reject… <kbd>r</kbd>
              </Button>
            </>
          )}
          {isMine && (
            <Button variant="default" onClick={() => decide("withdraw")}>
              Withdraw it <kbd>w</kbd>
            </Button>
          )}
        </p>
      )}
      {isRejecting && (
        <RejectDialog
          entry={{ id: change.id, version: change.version, description: title }}
          what="proposal"
          send={(sending, reason) => decideControl("reject", sending, reason)}
          onClose={() => setRejecting(false)}
          onDone={() => void touched("controls", "inbox")}
        />
      )}
    </aside>
  );
}
