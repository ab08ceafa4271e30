import type { JSX } from "react";
import { movementKind } from "../../api/movementKinds";
import { useDifferences, useMovement } from "../../api/linked";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { decimalsOf } from "../../parts/Amount";
import "../../parts/lines.css";
import { formatQuantity } from "../../text/number";
import "./inbox.css";

/** What a movement moves: kind, party, and item by item. */
export function MovementContent({ id }: { id: string }): JSX.Element | null {
  const movement = useMovement(id);
  if (!movement) return null;
  const kind = movementKind(movement.kind);
  return (
    <>
      <p>
        {kind.charAt(0).toUpperCase() + kind.slice(1)}
        {movement.partyName && `, ${movement.partyName}`}
      </p>
      <div className="lines-scroll">
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="number">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {movement.lines.map((line) => (
              <tr key={line.lineNumber}>
                <td>
                  <span className="strong">{line.sku}</span> {line.itemName}
                </td>
                <td className="number">
                  <Quantity value={line.quantity} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What a count found that was not expected. */
export function CountContent({ id }: { id: string }): JSX.Element | null {
  const lines = useDifferences(id);
  if (!lines) return null;
  if (lines.length === 0) return <p>Everything was found as expected.</p>;
  return (
    <div className="lines-scroll">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="number">
              Expected
            </th>
            <th scope="col" className="number">
              Counted
            </th>
            <th scope="col" className="number">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.lineNumber}>
              <td>
                <span className="strong">{line.sku}</span> {line.name}
                {line.isBeyond && <span className="goods-beyond">more than is tolerated</span>}
              </td>
              <td className="number">
                <Quantity value={line.expected} />
              </td>
              <td className="number">
                <Quantity value={line.counted} />
              </td>
              <td className="number">
                <Quantity value={line.difference} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Quantity({ value }: { value: string | null }): JSX.Element | null {
  const { locale, negative } = useStore(settings);
  if (value === null) return null;
  const shown = formatQuantity(value, { decimals: decimalsOf(value), locale, negative });
  return <span className={value.startsWith("-") ? "negative" : undefined}>{shown}</span>;
}
