import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { kindTitle } from "../../api/movementKinds";
import { type Movement, movementDay, movementState, valueOf } from "../../api/movements";
import { useNames } from "../../api/people";
import { useReasonCodes } from "../../api/reasonCodes";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { PrintButton } from "../../parts/PrintButton";
import { formatDay } from "../../text/day";
import { Fact, WhoDidWhat } from "../entry/EntryHead";
import type { OnTheWay } from "./doings";
import { actsOf } from "./people";
import { endsOf, PlaceLink } from "./places";

const MODES: Record<string, string> = { twoStep: "in two steps", receive: "arrival of a transfer", close: "goods of a transfer given up" };

/** Kind, number, state, ends, day and party of a movement, and who did what with it when. */
export function MovementHead({ movement, rest }: { movement: Movement; rest: readonly OnTheWay[] }): JSX.Element {
  const name = useNames();
  const codes = useReasonCodes();
  const state = movementState(movement.status);
  const sum = valueOf(movement, movement.lines);
  const day = movementDay(movement);
  const reason = codes?.find((one) => one.id === movement.reasonCodeId);
  return (
    <header className="entry-head">
      <div className="screen-head">
        <h1>
          {kindTitle(movement.kind)} {movement.reference}
        </h1>
        <Chip kind={state.kind}>{state.word}</Chip>
        {rest.length > 0 && <Chip kind="waits">on its way</Chip>}
        {sum !== undefined && (
          <p className="entry-total">
            <Amount value={sum} currency={movement.baseCurrency} />
          </p>
        )}
        <PrintButton path={`/inventory/movements/${movement.id}`} />
      </div>
      <Ends movement={movement} />
      {movement.description && (
        <p className="entry-text" dir="auto" data-struck={movement.status === "voided"}>
          {movement.description}
        </p>
      )}
      <dl className="entry-facts">
        <Fact name="Date">{day ? formatDay(day) : "on posting"}</Fact>
        {movement.postingDate && movement.occurredAt && movement.occurredAt.slice(0, 10) !== movement.postingDate && (
          <Fact name="Goods moved">{formatDay(movement.occurredAt.slice(0, 10))}</Fact>
        )}
        {movement.partyId && <Fact name={movement.kind === "issue" || movement.kind === "return" ? "Customer" : "Supplier"}>{movement.partyName ?? "not shown to you"}</Fact>}
        {movement.mode && MODES[movement.mode] && <Fact name="Transfer">{MODES[movement.mode]}</Fact>}
        {movement.reasonCodeId && <Fact name="Reason">{reason?.name ?? movement.reasonCode ?? "given"}</Fact>}
        {movement.dueDate && <Fact name="Due">{formatDay(movement.dueDate)}</Fact>}
        {movement.amount !== null && (
          <Fact name="Amount">
            <Amount value={movement.amount} currency={movement.currency === movement.baseCurrency ? undefined : movement.currency} />
          </Fact>
        )}
        {movement.currency !== movement.baseCurrency && movement.exchangeRate && (
          <Fact name="Rate">
            {movement.currency} × {movement.exchangeRate}
          </Fact>
        )}
        {movement.costing === "prospective" && <Fact name="Costed">when it was posted</Fact>}
      </dl>
      <WhoDidWhat acts={actsOf(movement, name)} />
      {movement.warnings.length > 0 && (
        <ul className="movement-warnings">
          {movement.warnings.map((one) => (
            <li key={`${one.pointer} ${one.code}`}>{`${one.detail.charAt(0).toUpperCase()}${one.detail.slice(1)}.`}</li>
          ))}
        </ul>
      )}
    </header>
  );
}

/** From where to where, each warehouse a link. */
function Ends({ movement }: { movement: Movement }): JSX.Element | null {
  const { from, to } = endsOf(movement, movement.lines);
  const outside = movement.partyName;
  if (from.length === 0 && to.length === 0) return null;
  const list = (codes: string[]): JSX.Element => (
    <>
      {codes.map((code, at) => (
        <span key={code}>
          {at > 0 && ", "}
          <PlaceLink code={code} />
        </span>
      ))}
    </>
  );
  const party = outside && (
    <Link to="/movements" search={{ party: movement.partyId ?? "" }} className="quiet" dir="auto">
      {outside}
    </Link>
  );
  const left = from.length > 0 ? list(from) : party;
  const right = to.length > 0 ? list(to) : movement.mode === "close" ? "lost" : party;
  return (
    <p className="movement-ends">
      {left} {left && right && <span aria-label="to">→</span>} {right}
    </p>
  );
}
