import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { kindTitle } from "../../api/movementKinds";
import { type Movement, type MovementRow, movementDay, useCountOf, useMovementRecord } from "../../api/movements";
import { CameAs } from "../../parts/CameAs";
import { SameReference } from "../../parts/SameReference";
import { formatDay } from "../../text/day";
import { calledMovement } from "./called";
import { plural } from "../../text/language";

/** What a movement hangs together with: what it refers to, what refers to it, its count, its reservations, its mirror. */
export function Links({ movement, followers }: { movement: Movement; followers: readonly MovementRow[] }): JSX.Element {
  const count = useCountOf(movement);
  const others = [...new Set(movement.lines.flatMap((line) => line.ofMovementId ?? []))].filter((id) => id !== movement.ofMovementId);
  const reserved = new Set(movement.lines.flatMap((line) => line.reservationId ?? [])).size;
  const isOf = movement.ofMovementId ?? undefined;
  const sentences: ReactNode[] = [];
  if (isOf) sentences.push(<>{refers(movement)} <MovementLink id={isOf} />.</>);
  for (const id of others) sentences.push(<>A line refers to <MovementLink id={id} />.</>);
  for (const one of followers) {
    sentences.push(
      <>
        {kindTitle(one.kind)} <FollowerLink row={one} />
        {one.status === "voided" ? ", voided." : one.status === "posted" ? "." : ", not posted yet."}
      </>,
    );
  }
  if (count) {
    sentences.push(
      <>
        The differences of{" "}
        <Link to="/counts/$count" params={{ count: count.id }}>
          {count.reference || count.description || `the count of ${count.warehouseCode ?? "a warehouse"}`}
        </Link>
        , counted as of {formatDay(count.snapshotDate)}.
      </>,
    );
  }
  if (movement.voidedAt && movement.voidEntryId) {
    sentences.push(
      <>
        Voided: its entry is mirrored by{" "}
        <Link to="/journal/$entry" params={{ entry: movement.voidEntryId }}>
          another one
        </Link>
        {movement.voidReason && `: “${movement.voidReason}”`}.
      </>,
    );
  } else if (movement.voidedAt) sentences.push(<>Voided{movement.voidReason && `: “${movement.voidReason}”`}.</>);
  if (reserved > 0) sentences.push(<>It took its goods from {plural(reserved, "a reservation", `${reserved} reservations`)}.</>);
  for (const one of movement.overrunCounts.slice(0, 20)) {
    sentences.push(
      <>
        It changed the past of{" "}
        <Link to="/counts/$count" params={{ count: one.countId }}>
          a posted count
        </Link>
        .
      </>,
    );
  }
  if (movement.externalId) {
    sentences.push(<CameAs source={movement.source} externalId={movement.externalId} />);
  }
  return (
    <div className="entry-links">
      {sentences.length === 0 ? (
        <p className="dim">It was entered by itself, and nothing refers to it.</p>
      ) : (
        <ul>
          {sentences.map((sentence, at) => (
            <li key={at}>{sentence}</li>
          ))}
        </ul>
      )}
      <SameReference of={movement} />
    </div>
  );
}

function refers(movement: Movement): string {
  if (movement.mode === "receive") return "Goods that arrived of";
  if (movement.mode === "close") return "Goods given up of";
  switch (movement.kind) {
    case "return":
    case "supplierReturn":
      return "Goods of";
    case "supplierInvoice":
      return "Invoices";
    case "supplierCredit":
      return "Credits";
    case "landedCost":
      return "A cost of";
    default:
      return "Refers to";
  }
}

/** Another movement, called by its kind and number as soon as they are known. */
function MovementLink({ id }: { id: string }): JSX.Element {
  const { movement } = useMovementRecord(id);
  const known = movement?.id === id ? movement : undefined;
  const day = known && movementDay(known);
  return (
    <>
      <Link to="/movements/$movement" params={{ movement: id }}>
        {known ? calledMovement(known) : "another movement"}
      </Link>
      {day && ` of ${formatDay(day)}`}
    </>
  );
}

function FollowerLink({ row }: { row: MovementRow }): JSX.Element {
  const day = movementDay(row);
  return (
    <Link to="/movements/$movement" params={{ movement: row.id }}>
      {[row.reference, day && `of ${formatDay(day)}`].filter(Boolean).join(" ") || "without a number"}
    </Link>
  );
}
