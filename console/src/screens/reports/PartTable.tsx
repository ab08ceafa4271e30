import { Button } from "@mantine/core";
import type { JSX } from "react";
import { Amount } from "../../parts/Amount";
import "../../parts/lines.css";
import type { Difference, Part } from "./difference";
import { Signed } from "./Signed";

/** Parts of a difference in both columns, with what differs. */
export function PartTable({
  head,
  parts,
  names,
  sum,
  chosen,
  onChoose,
  rest,
}: {
  head: string;
  parts: readonly Part[];
  names?: Difference["names"] | undefined;
  sum?: string | undefined;
  chosen?: string | undefined;
  onChoose?: ((code: string) => void) | undefined;
  /** How many more there are. */
  rest: number;
}): JSX.Element {
  return (
    <div className="lines-scroll">
      <table className="lines" aria-label={`By ${head.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="number">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.code ?? ""} ${part.title}`}>
              <th scope="row">
                {part.code !== null && onChoose ? (
                  <Button variant={part.code === chosen ? "light" : "transparent"} size="compact-sm" px={4} aria-pressed={part.code === chosen} onClick={() => onChoose(part.code ?? "")}>
                    {part.code} {part.title}
                  </Button>
                ) : (
                  <span dir="auto">
                    {part.code} {part.title}
                  </span>
                )}
                {names && (
                  <span className="dim report-was">
                    <Amount value={part.now} />, was <Amount value={part.before} />
                  </span>
                )}
              </th>
              <td className="number">
                <Signed value={part.by} />
              </td>
            </tr>
          ))}
        </tbody>
        {sum !== undefined && (
          <tfoot>
            <tr>
              <th scope="row">
                {rest > 0 ? `All, with ${rest} more` : "All"}
              </th>
              <td className="number">
                <span className="double">
                  <Signed value={sum} />
                </span>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
