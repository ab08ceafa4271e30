import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { deleteSoon } from "../../api/deleting";
import type { Entry } from "../../api/entries";
import { type PlainAct, type TakeBack, actOn, asProblem } from "../../api/entryActs";
import { useKey } from "../../api/key";
import { useOrganization } from "../../api/organization";
import { usePeriods } from "../../api/periods";
import type { Problem, WayOut } from "../../api/problem";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { say } from "../../app/toasts";
import { RejectDialog } from "./RejectDialog";
import { TakeBackDialog } from "./TakeBackDialog";
import { type Deed, type Doing, doingsWith, firstOpenDay } from "./doings";
import { useGoing } from "./ways";

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
  dialog: ReactNode;
} {
  const navigate = useNavigate();
  const go = useGoing();
  const organization = useOrganization();
  const periods = usePeriods();
  const { key, renew } = useKey();
  const [open, setOpen] = useState<"reject" | TakeBack>();
  const [busy, setBusy] = useState<Deed>();
  const [refused, setRefused] = useState<{ of: string; problem: Problem }>();
  const looker = { may, id: me, duties: organization?.separationOfDuties };
  const doings = entry ? doingsWith(entry, looker) : [];

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
        setOpen({ kind: "reverse", date: firstOpenDay(periods ?? [], entry.date, may("periods:override")) ?? "" });
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

  const onWay = (way: WayOut): void => {
    if (!entry) return;
    const of = entry.id;
    setRefused(undefined);
    go(way).catch((error: unknown) => setRefused({ of, problem: asProblem(error) }));
  };
  const close = (): void => setOpen(undefined);
  const dialog =
    entry && open ? (
      open === "reject" ? (
        <RejectDialog entry={entry} onClose={close} />
      ) : (
        <TakeBackDialog entry={entry} first={open} onClose={close} />
      )
    ) : null;
  return { doings, run, busy, problem: refused?.of === entry?.id ? refused?.problem : undefined, onWay, dialog };
}
