import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { deleteSoon } from "../../api/deleting";
import type { Entry } from "../../api/entries";
import { type PlainAct, type TakeBack, actOn } from "../../api/entryActs";
import { useKey } from "../../api/key";
import { useIsOrganizationKnown, useOrganization } from "../../api/organization";
import { usePeriods } from "../../api/periods";
import { type Problem, type WayOut, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { canGo } from "../../api/ways";
import { may } from "../../api/session";
import { say } from "../../app/toasts";
import { useWays } from "../../parts/useWays";
import { RejectDialog } from "./RejectDialog";
import { TakeBackDialog } from "./TakeBackDialog";
import { type Deed, type Doing, doingsWith, firstOpenDay, reversalFrom } from "./doings";

const DONE: Record<PlainAct, string> = {
  post: "is posted",
  submit: "waits for approval",
  withdraw: "is a draft again",
  approve: "is approved and posted",
};

/** What can be done with the entry, how it is done, and what is open or was refused because of that. */
export function useDeeds(
  entry: Entry | undefined,
  me: string,
  onGone: () => void,
): {
  doings: Doing[];
  run: (deed: Deed) => void;
  busy: Deed | undefined;
  problem: Problem | undefined;
  onWay: (way: WayOut) => void;
  /** Reads the entry again, where somebody else changed it meanwhile. */
  onAgain: (() => void) | undefined;
  /** What is open over the entry, and what stands under a refusal whose way out is gone. */
  dialog: ReactNode;
  wayPart: ReactNode;
} {
  const navigate = useNavigate();
  const organization = useOrganization();
  const periods = usePeriods();
  const { key, renew } = useKey();
  const [open, setOpen] = useState<"reject" | TakeBack>();
  const [busy, setBusy] = useState<Deed>();
  const [refused, setRefused] = useState<{ of: string; problem: Problem }>();
  const looker = { may, id: me, duties: organization?.separationOfDuties };
  // Where duties are separated, what may be done depends on it: nothing is offered that is taken back a moment later.
  const isKnown = useIsOrganizationKnown();
  const doings = entry && isKnown ? doingsWith(entry, looker) : [];

  async function act(on: Entry, deed: PlainAct): Promise<void> {
    if (busy) return;
    setBusy(deed);
    setRefused(undefined);
    try {
      await actOn(deed, { id: on.id, version: on.version, key: key() });
      say(`${on.number ?? (on.description ? `“${on.description}”` : "The entry")} ${DONE[deed]}.`);
      await touched("entries", "balances", "inbox");
    } catch (error) {
      setRefused({ of: on.id, problem: asProblem(error) });
    } finally {
      renew();
      setBusy(undefined);
    }
  }

  function run(deed: Deed): void {
    if (!entry) return;
    const name = entry.number ?? entry.id;
    switch (deed) {
      case "post":
      case "submit":
      case "withdraw":
      case "approve":
        void act(entry, deed);
        break;
      case "void":
        setOpen({ kind: "void" });
        break;
      case "reverse":
        setOpen({ kind: "reverse", date: firstOpenDay(periods ?? [], reversalFrom(entry.date), may("periods:override")) ?? "" });
        break;
      case "reject":
        setOpen("reject");
        break;
      case "edit":
        void navigate({ to: "/journal/$entry/edit", params: { entry: name } });
        break;
      case "copy":
        void navigate({ to: "/journal/new", search: { copy: name } });
        break;
      case "recur":
        void navigate({ to: "/settings/$chapter", params: { chapter: "recurring-entries" }, search: { from: name } });
        break;
      case "correct":
        void navigate({ to: "/journal/new", search: { correct: name } });
        break;
      case "delete":
        deleteSoon(entry);
        onGone();
        break;
      default:
    }
  }

  const ways = useWays({ onDone: () => setRefused(undefined) });
  const { clear } = ways;
  const latest = useRef(clear);
  latest.current = clear;
  // What was done to one entry is not said of the next one.
  useEffect(() => latest.current(), [entry?.id]);
  const close = (): void => setOpen(undefined);
  const dialog =
    entry && open ? (
      open === "reject" ? (
        <RejectDialog entry={entry} onClose={close} />
      ) : (
        <TakeBackDialog entry={entry} first={open} onClose={close} />
      )
    ) : null;
  const problem = refused && refused.of === entry?.id ? refused.problem.with(refused.problem.ways.filter(canGo)) : undefined;
  const onAgain =
    problem?.status === 412
      ? (): void => {
          setRefused(undefined);
          void touched("entries", "inbox");
        }
      : undefined;
  return { doings, run, busy, problem, onAgain, onWay: ways.go, dialog, wayPart: ways.part };
}
