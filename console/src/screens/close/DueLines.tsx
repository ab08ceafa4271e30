import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { Check } from "../../api/close";
import { useDue, useRevaluations } from "../../api/mend";
import type { Period } from "../../api/periods";
import { may } from "../../api/session";
import { formatDay } from "../../text/day";
import { Line } from "./Checklist";
import type { MendDialog } from "./useWayOf";
import { plural } from "../../text/language";

/** What closing does not check, and whoever closes wants to know: entries that recur, and how foreign balances were revalued. */
export function DueLines({ period, checks, onMend }: { period: Period; checks: Check[]; onMend: (dialog: MendDialog) => void }): JSX.Element | null {
  const due = useDue(period.endDate)?.length;
  const runs = useRevaluations(period.startDate, period.endDate);
  const isWrong = checks.some((check) => check.code === "revaluation" && check.status !== "ok");
  const last = isWrong ? undefined : runs?.[0];
  if (!due && !last) return null;
  return (
    <div>
      <h3>Besides</h3>
      <ul className="checks">
        {due ? (
          <Line
            status="warning"
            title="Recurring entries up to its last day have been made"
            told={plural(due, "1 day has no entry yet.", `${due} days have no entry yet.`)}
          >
            {may("recurringEntries:manage") && period.status !== "closed" && (
              <Button variant="default" size="compact-sm" onClick={() => onMend("recurring")}>
                Make them…
              </Button>
            )}
          </Line>
        ) : null}
        {last && (
          <Line
            status="ok"
            title={`Foreign balances were revalued on ${formatDay(last.date)}`}
            told={
              last.entryId && (
                <Link to="/journal/$entry" params={{ entry: last.entryId }}>
                  Its entry
                </Link>
              )
            }
          >
            {may("revaluations:run") && period.status !== "closed" && (
              <Button variant="default" size="compact-sm" onClick={() => onMend("revalue")}>
                Again…
              </Button>
            )}
          </Line>
        )}
      </ul>
    </div>
  );
}
