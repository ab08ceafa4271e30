import type { JSX } from "react";
import type { Count } from "../../api/counts";
import { writeCount } from "../../text/language";
import "./counts.css";

/** How many lines of a count have a quantity, as a bar with its figures. */
export function Progress({ count }: { count: Pick<Count, "countedCount" | "lineCount"> }): JSX.Element {
  const { countedCount, lineCount } = count;
  return (
    <span className="count-progress">
      <progress max={Math.max(lineCount, 1)} value={countedCount} aria-label={`${countedCount} of ${lineCount} lines counted`} />
      <span className="number">
        {writeCount(countedCount)} of {writeCount(lineCount)}
      </span>
    </span>
  );
}
