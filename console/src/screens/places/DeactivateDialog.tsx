import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useKey } from "../../api/key";
import { setPlaceStatus, useDeactivationCheck } from "../../api/places";
import { asProblem, type Problem, problemOf, type ProblemBody } from "../../api/problem";
import { touched } from "../../api/queries";
import type { Warehouse } from "../../api/warehouses";
import { say } from "../../app/toasts";
import { sentence } from "../../app/SignIn";
import { Amount } from "../../parts/Amount";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { canGo } from "../../api/ways";
import { Dialog } from "../close/Dialog";
import "../close/close.css";
import "./places.css";

/** Deactivates a warehouse: what stands in the way, each with the button that clears it, and the act when nothing does. */
export function DeactivateDialog({ place, onClose }: { place: Warehouse; onClose: () => void }): JSX.Element {
  const { check, problem, again, isFetching } = useDeactivationCheck(place.id);
  const { key, renew } = useKey();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem>();
  const ways = useWays({ onDone: again });
  const obstacles = check?.problems ?? [];
  const why = check === undefined ? "What stands in the way is being looked at." : check.canDeactivate ? undefined : "First what stands in the way.";

  async function deactivate(): Promise<void> {
    setBusy(true);
    setRefused(undefined);
    try {
      await setPlaceStatus(place, "inactive", key());
      onClose();
      say(`${place.code} is inactive: it takes no movements`);
      await touched("stock");
    } catch (error) {
      renew();
      setRefused(asProblem(error));
      setBusy(false);
      again();
    }
  }

  return (
    <Dialog title={`Deactivate ${place.code}`} act="Deactivate" busy={isBusy} disabled={why} onAct={() => void deactivate()} onClose={onClose} size="lg">
      <p>An inactive warehouse takes no movements. What happened in it stays, and it can be activated again.</p>
      {problem && <Refusal problem={problem} onAgain={again} />}
      {refused && <Refusal problem={refused} onWay={ways.go} />}
      {check && obstacles.length === 0 && <p role="status">Nothing stands in the way.</p>}
      {obstacles.length > 0 && (
        <ul className="obstacles" aria-label="What stands in the way">
          {obstacles.map((one) => (
            <Obstacle key={one.code} told={one} place={place} onWay={ways.go} />
          ))}
        </ul>
      )}
      {ways.part}
      {obstacles.length > 0 && (
        <p>
          <Button variant="default" size="compact-sm" loading={isFetching} onClick={again}>
            Look again
          </Button>
        </p>
      )}
    </Dialog>
  );
}

/** One thing in the way: what it is, the records that it names, and the ways out. */
function Obstacle({ told, place, onWay }: { told: ProblemBody; place: Warehouse; onWay: ReturnType<typeof useWays>["go"] }): JSX.Element {
  const problem = problemOf(told.status, told);
  const goods = told.context["stock"];
  const listed = Array.isArray(goods) ? (goods as { sku: string; quantity: string }[]) : [];
  return (
    <li className="obstacle">
      <p>{sentence(problem.message)}</p>
      {listed.length > 0 && (
        <ul className="obstacle-goods">
          {listed.slice(0, 6).map((one) => (
            <li key={one.sku}>
              <Link to="/items/$item" params={{ item: one.sku }}>
                {one.sku}
              </Link>{" "}
              <Amount value={one.quantity} />
            </li>
          ))}
          <li>
            <Link to="/stock" search={{ warehouse: place.code }}>
              all of it
            </Link>
          </li>
        </ul>
      )}
      <Records context={told.context} />
      <p className="refusal-ways">
        {problem.ways.filter(canGo).map((way) => (
          <Button key={`${way.rel} ${way.href}`} variant="default" size="compact-sm" onClick={() => onWay(way)}>
            {way.title}
          </Button>
        ))}
      </p>
    </li>
  );
}

const LISTS = [
  ["movementIds", "draft", "/movements"],
  ["transferIds", "transfer", "/movements"],
  ["countIds", "count", "/counts"],
] as const;

/** The drafts, transfers and counts that an obstacle names. */
function Records({ context }: { context: Record<string, unknown> }): JSX.Element | null {
  const found = LISTS.flatMap(([name, word, to]) => {
    const ids = context[name];
    return Array.isArray(ids) ? (ids as string[]).slice(0, 6).map((id, at) => ({ id, word: `${word} ${at + 1}`, to })) : [];
  });
  if (found.length === 0) return null;
  return (
    <ul className="obstacle-goods">
      {found.map((one) => (
        <li key={one.id}>
          <Link to={`${one.to}/${one.id}` as "/"}>{one.word}</Link>
        </li>
      ))}
    </ul>
  );
}
