import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { FigureRow } from "./FigureTable";

/** The name of a row at its depth, with its code and the button that folds what is below it. */
export function FigureTitle({ row, onFold, hasFolds }: { row: FigureRow; onFold: ((id: string, opened: boolean) => void) | undefined; hasFolds: boolean }): JSX.Element {
  const Icon = row.opened ? IconChevronDown : IconChevronRight;
  return (
    <span className="statement-title" style={{ paddingLeft: `${row.depth * 1.25}rem` }}>
      {row.opened !== undefined && onFold ? (
        <button
          type="button"
          tabIndex={-1}
          className="statement-fold"
          aria-label={`${row.opened ? "Fold" : "Open"} ${row.title}`}
          onClick={() => onFold(row.id, !row.opened)}
        >
          <Icon size={16} stroke={1.5} aria-hidden />
        </button>
      ) : (
        hasFolds && <span className="statement-fold" />
      )}
      {row.code !== undefined && <span className="statement-code">{row.code}</span>}
      {row.about ? (
        <Link to={row.about.to as "/"} search={row.about.search} className="quiet" tabIndex={-1}>
          <span dir="auto">{row.title}</span>
        </Link>
      ) : (
        <span dir="auto">{row.title}</span>
      )}
    </span>
  );
}
