import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { Journal } from "../../api/journals";
import { usePeriods } from "../../api/periods";
import type { Problem, WayOut } from "../../api/problem";
import { may } from "../../api/session";
import { type Store, useStore } from "../../api/store";
import { Refusal } from "../../parts/Refusal";
import { freeJournals, usePolicies } from "./approval";
import { closedDay, moveTitle } from "./closedDay";
import type { Head } from "./draft";

interface Props {
  problem: Problem;
  head: Store<Head>;
  journals: readonly Journal[] | undefined;
  /** What the entry comes to, as far as that is known. */
  total: string;
  onWay: (way: WayOut) => void;
  onAgain: (() => void) | undefined;
}

/** Why the entry was refused, with what helps: a day that is open, a journal that needs no approval. */
export function Refused({ problem, head, journals, total, onWay, onAgain }: Props): JSX.Element {
  const isApproval = problem.code === "approval_required";
  const policies = usePolicies(isApproval);
  const free = isApproval && policies && journals ? freeJournals(policies, journals, total) : [];
  return (
    <Refusal problem={problem} onWay={onWay} onAgain={onAgain}>
      {free.length > 0 && <p>In these journals it needs none: {free.map((one) => `${one.code} ${one.name}`).join(", ")}.</p>}
      <OpenDay head={head} />
    </Refusal>
  );
}

/** Where the period of the date takes no entries: that it is so, and the first day that does, for one press. */
export function OpenDay({ head, isWordy = false, id }: { head: Store<Head>; isWordy?: boolean; id?: string }): JSX.Element | null {
  const now = useStore(head);
  const closed = closedDay(usePeriods(), now.date, may("periods:override"));
  if (!closed || (!closed.next && !isWordy)) return null;
  const { next } = closed;
  const title = next && moveTitle(next, now.date, now.documentDate);
  const move = (): void => {
    if (next) head.set({ ...now, date: next, documentDate: now.documentDate || now.date });
  };
  return (
    <p className="editor-closed" id={id} role={isWordy ? "status" : undefined}>
      {isWordy && <span className="negative">{closed.words}</span>}
      {title && (
        <Button variant="default" size="compact-sm" onClick={move}>
          {title}
        </Button>
      )}
    </p>
  );
}
