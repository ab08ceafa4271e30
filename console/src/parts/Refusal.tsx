import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { Problem, WayOut } from "../api/problem";
import { canGo } from "../api/ways";
import { sentence } from "../app/SignIn";
import { faultPlace, faultWords, withoutCount } from "./faultWords";
import "./refusal.css";

/** A refusal: what happened, the ways out as buttons, and the request for whoever is asked about it. */
export function Refusal({
  problem,
  onWay,
  onAgain,
  againTitle = "Try again",
}: {
  problem: Problem;
  /** Goes a way out; without it, ways out are not offered. */
  onWay?: ((way: WayOut) => void) | undefined;
  /** Tries the same again, where that can help. */
  onAgain?: (() => void) | undefined;
  /** What its button says. */
  againTitle?: string;
}): JSX.Element {
  const heldBy = problem.body.context["heldBy"];
  const isOne = problem.body.errors.length < 2;
  const fields = problem.body.errors.filter((fault) => !isOne || !problem.message.includes(fault.message));
  const [first] = problem.body.errors;
  const message = first && withoutCount(problem.message) === first.message ? faultWords(first) : sentence(withoutCount(problem.message));
  return (
    <section className="refusal" role="alert">
      <h2>{problem.body.title}</h2>
      <p>{message}</p>
      {Array.isArray(heldBy) && heldBy.length > 0 && <p>Those who may: {heldBy.join(", ")}.</p>}
      {fields.length > 0 && (
        <ul>
          {fields.slice(0, 8).map((fault) => (
            <li key={`${fault.pointer} ${fault.code}`}>
              <span className="dim">{faultPlace(fault.pointer)}</span> {faultWords(fault)}
            </li>
          ))}
        </ul>
      )}
      <p className="refusal-ways">
        {onWay &&
          problem.ways.filter(canGo).map((way) => (
            <Button key={`${way.rel} ${way.href}`} variant="default" onClick={() => onWay(way)}>
              {way.title}
            </Button>
          ))}
        {onAgain && (
          <Button variant="default" onClick={onAgain}>
            {againTitle}
          </Button>
        )}
        {problem.body.requestId && (
          <Button variant="transparent" px={0} onClick={() => void navigator.clipboard?.writeText(problem.body.requestId)}>
            Copy request id
          </Button>
        )}
      </p>
    </section>
  );
}
