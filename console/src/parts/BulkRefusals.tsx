import { Button } from "@mantine/core";
import { type JSX, useState } from "react";
import type { Problem } from "../api/problem";
import { canGo } from "../api/ways";
import { sentence } from "../app/SignIn";
import { useWays } from "./useWays";

/** One of several that was refused. */
export interface Refused {
  id: string;
  /** How it is called. */
  called: string;
  problem: Problem;
  /** Does it again, alone. */
  again: { title: string; run: () => void } | undefined;
}

const SHOWN = 5;

/** Those of several that were refused: each with why, and its own ways out. */
export function BulkRefusals({ refused }: { refused: Refused[] }): JSX.Element {
  const [all, setAll] = useState(false);
  const shown = all ? refused : refused.slice(0, SHOWN);
  return (
    <div className="bulk-refused" role="alert">
      <ul>
        {shown.map((one) => (
          <OneRefused key={one.id} {...one} />
        ))}
        {shown.length < refused.length && (
          <li>
            <Button variant="transparent" px={0} onClick={() => setAll(true)}>
              Show {refused.length - shown.length} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  );
}

function OneRefused({ called, problem, again }: Refused): JSX.Element {
  const ways = useWays({ again });
  return (
    <li>
      <span className="strong" dir="auto">
        {called}
      </span>
      : {sentence(problem.message)}
      {problem.ways.filter(canGo).map((way) => (
        <Button key={`${way.rel} ${way.href}`} variant="default" size="compact-sm" onClick={() => ways.go(way)}>
          {way.title}
        </Button>
      ))}
      {ways.part}
    </li>
  );
}
