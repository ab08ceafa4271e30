import { Button, CloseButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { calledCount, countState, useCount } from "../../api/counts";
import { useActions } from "../../app/actions";
import { Chip } from "../../parts/Chip";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { CountContent } from "../inbox/Goods";
import { Progress } from "./Progress";

/** A count beside the list: how far it is, and what it found where that may be seen. */
export function CountPeek({ id, onClose }: { id: string; onClose: () => void }): JSX.Element {
  const { count, problem } = useCount(id);
  useActions([{ id: "peek-close", title: "Close what is shown beside", keys: "esc", quiet: true, run: onClose }]);
  if (problem) return <Refusal problem={problem} />;
  if (!count) return <aside className="peek" aria-label="Count" />;
  const state = countState(count);
  return (
    <aside className="peek" aria-label={calledCount(count)}>
      <div className="screen-head">
        <h2>
          <Link to="/counts/$count" params={{ count: count.id }} className="quiet">
            {calledCount(count)}
          </Link>
        </h2>
        <Chip kind={state.kind}>{state.word}</Chip>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p className="dim">
        {count.warehouseCode} as of {formatDay(count.snapshotDate)}
        {count.isBlind && ", blind"}
      </p>
      <Progress count={count} />
      {(count.status !== "open" || !count.isBlind) && <CountContent id={count.id} />}
      <p>
        <Button component={Link} to={`/counts/${count.id}`} variant="default">
          Open <kbd>⏎</kbd>
        </Button>
      </p>
    </aside>
  );
}
