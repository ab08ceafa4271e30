import { Button, CloseButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { kindTitle } from "../../api/movementKinds";
import { movementDay, movementState, useMovementRecord } from "../../api/movements";
import { useActions } from "../../app/actions";
import { Chip } from "../../parts/Chip";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { MovementLines } from "./MovementLines";
import { endsInWords } from "./places";

/** A movement beside the list, without leaving it. */
export function MovementPeek({ id, onClose }: { id: string; onClose: () => void }): JSX.Element {
  const { movement, problem } = useMovementRecord(id);
  useActions([{ id: "peek-close", title: "Close what is shown beside", keys: "esc", quiet: true, run: onClose }]);
  if (problem) return <Refusal problem={problem} />;
  if (!movement || movement.id !== id) return <aside className="peek" aria-label="Movement" />;
  const state = movementState(movement.status);
  const title = `${kindTitle(movement.kind)} ${movement.reference ?? ""}`.trim();
  const day = movementDay(movement);
  return (
    <aside className="peek" aria-label={title}>
      <div className="screen-head">
        <h2>
          <Link to="/movements/$movement" params={{ movement: movement.id }} className="quiet">
            {title}
          </Link>
        </h2>
        <Chip kind={state.kind}>{state.word}</Chip>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p className="dim">{[day && formatDay(day), endsInWords(movement, movement.lines)].filter(Boolean).join(" · ")}</p>
      {movement.description && <p dir="auto">{movement.description}</p>}
      <MovementLines movement={movement} isCompact />
      <p>
        <Button component={Link} to={`/movements/${movement.id}`} variant="default">
          Open <kbd>⏎</kbd>
        </Button>
      </p>
    </aside>
  );
}
