import { Link } from "@tanstack/react-router";
import { type JSX, memo, useState } from "react";
import { KINDS } from "../../api/movementKinds";
import { type Movement, type MovementLine, valueOf } from "../../api/movements";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { Amount } from "../../parts/Amount";
import { Quantity } from "../../parts/Quantity";
import "../../parts/lines.css";
import { formatDay } from "../../text/day";
import { absolute, isZero } from "../../text/number";
import { endsOf, PlaceLink } from "./places";
import "./movements.css";

/** Lines that are drawn at first; an opening can have thousands. */
const FIRST = 200;

/** What of a line is there at all in this movement: empty columns are left out. */
function columnsOf(movement: Movement, isCompact: boolean) {
  const { lines } = movement;
  const some = (has: (line: MovementLine) => unknown): boolean => !isCompact && lines.some(has);
  const { from, to } = endsOf(movement, lines);
  return {
    quantity: lines.some((line) => line.entered !== null || !isZero(line.quantity)),
    place: some((line) => line.locationCode ?? line.toLocationCode) || (!isCompact && (from.length > 1 || to.length > 1)),
    lot: some((line) => line.lotNumber ?? line.serialNumber ?? line.lot ?? line.serial),
    of: some((line) => line.ofMovementId),
    memo: some((line) => line.description),
    amount: some((line) => line.amount !== null),
    cost: !isCompact && may("costs:read") && lines.some((line) => line.cost !== null || line.totalCost !== null),
  };
}

/** The lines of a movement: goods, how many, where, which lots and pieces, and what they cost, for who may see that. */
export const MovementLines = memo(function MovementLines({
  movement,
  isCompact = false,
  onTrace,
}: {
  movement: Movement;
  /** Beside a list: goods and quantities alone. */
  isCompact?: boolean;
  /** Shows where the cost of a line came from. */
  onTrace?: ((line: MovementLine) => void) | undefined;
}): JSX.Element {
  const { plainTables } = useStore(settings);
  const [most, setMost] = useState(FIRST);
  const shows = columnsOf(movement, isCompact);
  const { lines } = movement;
  if (lines.length === 0) return <p className="dim">It has no lines of its own.</p>;
  const shown = plainTables ? lines : lines.slice(0, most);
  const sum = valueOf(movement, lines);
  const before = 1 + [shows.quantity, shows.place, shows.lot, shows.of, shows.memo, shows.amount].filter(Boolean).length;
  return (
    <div className="lines-scroll" tabIndex={isCompact ? undefined : 0} role={isCompact ? undefined : "region"} aria-label={isCompact ? undefined : "Lines"}>
      <table className="lines movement-lines" aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            {shows.quantity && (
              <th scope="col" className="number">
                Quantity
              </th>
            )}
            {shows.place && <th scope="col">Place</th>}
            {shows.lot && <th scope="col">Lot or serial number</th>}
            {shows.of && <th scope="col">Refers to</th>}
            {shows.memo && <th scope="col">Memo</th>}
            {shows.amount && (
              <th scope="col" className="number">
                Amount
              </th>
            )}
            {shows.cost && (
              <th scope="col" className="number">
                Cost
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={line.lineNumber}>
              <td>
                <Link to="/items/$item" params={{ item: line.sku }} className="quiet">
                  <span className="strong">{line.sku}</span> {line.itemName}
                </Link>
                {line.role && <span className="dim"> {line.role === "output" ? "made" : "used"}</span>}
              </td>
              {shows.quantity && (
                <td className="number">
                  <QuantityOf line={line} isSigned={KINDS[movement.kind].way === "bySign"} />
                </td>
              )}
              {shows.place && (
                <td>
                  <PlaceOf line={line} />
                </td>
              )}
              {shows.lot && <td>{lotOf(line)}</td>}
              {shows.of && (
                <td>
                  {line.ofMovementId && (
                    <Link to="/movements/$movement" params={{ movement: line.ofMovementId }} className="quiet">
                      line {line.ofLine ?? "?"}
                    </Link>
                  )}
                </td>
              )}
              {shows.memo && <td dir="auto">{line.description}</td>}
              {shows.amount && (
                <td className="number ruled">
                  <Amount value={line.amount} currency={foreign(movement)} />
                </td>
              )}
              {shows.cost && (
                <td className="number ruled">
                  <CostOf line={line} movement={movement} onTrace={onTrace} />
                </td>
              )}
            </tr>
          ))}
          {shown.length < lines.length && (
            <tr>
              <td colSpan={before + (shows.cost ? 1 : 0)}>
                <button type="button" className="lines-more" onClick={() => setMost(lines.length)}>
                  Show the other {lines.length - shown.length} lines
                </button>
              </td>
            </tr>
          )}
        </tbody>
        {shows.cost && sum !== undefined && lines.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={before}>
                Cost together
              </th>
              <td className="number">
                <span className="double">
                  <Amount value={sum} />
                </span>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
});

const foreign = (movement: Movement): string | undefined => (movement.currency === movement.baseCurrency ? undefined : movement.currency);

/** As it was entered; of lines without goods of their own, how many the amount is for. The sign is told where it says something. */
function QuantityOf({ line, isSigned }: { line: MovementLine; isSigned: boolean }): JSX.Element {
  const isOther = line.entered?.unitCode && line.entered.unitCode !== "C62";
  const isOut = line.quantity.startsWith("-");
  const entered = line.entered ? absolute(line.entered.quantity) : absolute(line.quantity);
  const signed = isSigned && isOut && !isZero(line.quantity) ? `-${entered}` : entered;
  return <Quantity value={signed} unit={isOther ? (line.entered?.unitCode ?? undefined) : undefined} />;
}

function PlaceOf({ line }: { line: MovementLine }): JSX.Element {
  const bin = (code: string | null): string => (code ? ` ${code}` : "");
  return (
    <>
      <PlaceLink code={line.warehouseCode ?? "…"} />
      {bin(line.locationCode)}
      {line.toWarehouseCode && (
        <>
          {" → "}
          <PlaceLink code={line.toWarehouseCode} />
          {bin(line.toLocationCode)}
        </>
      )}
    </>
  );
}

/** The number of the lot or the piece; of a draft, that of the one that posting will make. */
function lotOf(line: MovementLine): string | null {
  const until = line.lot?.expiresOn ?? line.lot?.bestBefore;
  const made = line.lot ? `${line.lot.number}${until ? `, until ${formatDay(until)}` : ""}` : line.serial?.number;
  return line.lotNumber ?? line.serialNumber ?? made ?? null;
}

/** The present cost in the currency of the books, else what was stated; it leads to where it came from. */
function CostOf({
  line,
  movement,
  onTrace,
}: {
  line: MovementLine;
  movement: Movement;
  onTrace: ((line: MovementLine) => void) | undefined;
}): JSX.Element | null {
  if (line.cost === null) {
    if (line.totalCost === null) return null;
    return <Amount value={line.totalCost} currency={foreign(movement)} />;
  }
  const shown = (
    <>
      {line.provisionalCost && <span className="dim">provisional </span>}
      <Amount value={line.cost} />
    </>
  );
  if (!onTrace || movement.status !== "posted") return shown;
  return (
    <button type="button" className="movement-trace" title="Where this cost came from, and where it went" onClick={() => onTrace(line)}>
      {shown}
    </button>
  );
}
