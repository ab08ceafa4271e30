import { Link } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import type { Count, CountLine } from "../../api/counts";
import { useNames } from "../../api/people";
import { may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { type Column, List } from "../../parts/List";
import { Moment } from "../../parts/Moment";
import { Quantity } from "../../parts/Quantity";
import { addAmounts } from "../../text/number";
import { bySize, differing, useValues } from "./value";
import { plural } from "../../text/language";

/** What a count found: the differences by their value, the largest first, or all lines. */
export function Review({
  count,
  lines,
  marked,
  onMark,
}: {
  count: Count;
  lines: CountLine[];
  marked: ReadonlySet<string>;
  onMark: ((marked: ReadonlySet<string>) => void) | undefined;
}): JSX.Element {
  const name = useNames();
  const { values, isExact } = useValues(count, lines);
  const [all, setAll] = useState(false);
  const rows = useMemo(() => bySize(all ? lines : differing(lines), values), [all, lines, values]);
  const shown = useMemo(() => {
    const blockers = new Map((count.blockers?.data ?? []).flatMap((one) => (one.lineNumber === null ? [] : [[one.lineNumber, one.detail] as const])));
    return blockers;
  }, [count.blockers]);
  const hasPlace = lines.some((line) => line.locationCode ?? line.lotNumber ?? line.serialNumber);
  const about = isExact ? "" : "≈ ";
  const columns: Column<CountLine>[] = [
    {
      id: "item",
      head: "Item",
      width: "minmax(10rem, 1fr)",
      corner: "top-left",
      cell: (line) => (
        <Link to="/items/$item" params={{ item: line.sku }} className="quiet" title={line.name}>
          <span className="strong">{line.sku}</span> {line.name}
        </Link>
      ),
    },
    ...(hasPlace
      ? [
          {
            id: "place",
            head: "Place, lot",
            width: "minmax(6rem, 10rem)",
            cell: (line: CountLine) => [line.locationCode, line.lotNumber ?? line.serialNumber].filter(Boolean).join(" · "),
          },
        ]
      : []),
    { id: "expected", head: "Books", kind: "number", width: "6rem", cell: (line) => <Quantity value={line.expected} /> },
    { id: "counted", head: "Counted", kind: "number", width: "6rem", cell: (line) => <Quantity value={line.counted} /> },
    { id: "difference", head: "Difference", kind: "number", width: "6.5rem", corner: "top-right", cell: (line) => <Quantity value={line.difference} zero="blank" /> },
    ...(may("costs:read")
      ? [
          {
            id: "value",
            head: isExact ? "Value" : "Value, about",
            kind: "number" as const,
            width: "7.5rem",
            corner: "bottom-right" as const,
            cell: (line: CountLine) => {
              const value = values.get(line.lineNumber);
              return value === undefined ? null : (
                <>
                  {about}
                  <Amount value={value} />
                </>
              );
            },
          },
        ]
      : []),
    {
      id: "state",
      head: "State",
      width: "minmax(8rem, 12rem)",
      cell: (line) => {
        const why = shown.get(line.lineNumber);
        if (why) return <span title={why}><Chip kind="fault">cannot be posted</Chip></span>;
        return line.isBeyond ? <Chip kind="waits">beyond tolerance</Chip> : null;
      },
    },
    {
      id: "by",
      head: "Counted by",
      width: "minmax(7rem, 11rem)",
      corner: "bottom-left",
      cell: (line) =>
        line.countedAt && (
          <span title={line.note ?? undefined}>
            {name(line.countedBy) ?? "somebody"}, <Moment at={line.countedAt} />
            {line.recordings.length > 1 && ` (${line.recordings.length}×)`}
          </span>
        ),
    },
  ];
  const known = [...values.values()];
  const differences = differing(lines);
  return (
    <div className="count-review">
      <p>
        {differences.length === 0
          ? "Everything was found as expected."
          : `${differences.length} of ${lines.length} lines ${plural(differences.length, "differs", "differ")}`}
        {known.length > 0 && (
          <>
            , together {about}
            <Amount value={addAmounts(known)} />
          </>
        )}{" "}
        <button type="button" className="lines-more" onClick={() => setAll(!all)}>
          {all ? "Show the differences" : "Show all lines"}
        </button>
      </p>
      {rows.length > 0 && (
        <div className="count-review-list">
          <List
            label="Lines of the count"
            columns={columns}
            rows={rows}
            rowId={(line) => String(line.lineNumber)}
            margin={(line) => (line.isBeyond && count.status === "submitted" ? "waits" : undefined)}
            marked={onMark && marked}
            onMark={onMark}
            empty={null}
          />
        </div>
      )}
      {onMark && rows.length > 0 && (
        <p className="dim">
          {marked.size > 0 ? `${marked.size} marked to be counted again: press r.` : "x marks a line that is to be counted again."}
        </p>
      )}
    </div>
  );
}
