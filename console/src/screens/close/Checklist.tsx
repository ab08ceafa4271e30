import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from "@tabler/icons-react";
import type { JSX, ReactNode } from "react";
import type { Check } from "../../api/close";
import { inWords } from "./ways";
import { plural } from "../../text/language";

/** How a line of the list stands; `unknown` is not looked at yet. */
export type Standing = Check["status"] | "unknown";

const SIGNS = { ok: IconCircleCheck, warning: IconAlertTriangle, blocking: IconCircleX, unknown: IconCircleDashed } as const;
const WORDS = { ok: "done", warning: "worth a look", blocking: "in the way", unknown: "not looked at" } as const;

/** One line of a list: how it stands in sign and word, what it is about, how many, and the way to mend it. */
export function Line({
  status,
  title,
  told,
  count,
  word,
  children,
}: {
  status: Standing;
  title: string;
  /** What is to be done, or what was found. */
  told?: ReactNode;
  count?: number | undefined;
  /** How it stands in a word of its own. */
  word?: string | undefined;
  children?: ReactNode;
}): JSX.Element {
  const Icon = SIGNS[status as keyof typeof SIGNS] ?? IconCircleDashed;
  return (
    <li className="check" data-status={status} data-way={Boolean(children)}>
      <Icon size={20} stroke={1.5} aria-hidden className="check-sign" />
      <div className="check-text">
        <p>{title}</p>
        {told && <p className="check-told">{told}</p>}
      </div>
      <span className="check-word">
        {count ? `${count} ` : ""}
        {word ?? WORDS[status as keyof typeof WORDS] ?? status}
      </span>
      {children && <span className="check-way">{children}</span>}
    </li>
  );
}

/** The checklist: what stands in the way first, then what is worth a look, then what is done. */
export function ChecklistLines({ items, way }: { items: Check[]; way: (check: Check) => { title: string; run: () => void } | undefined }): JSX.Element {
  const rank: Record<string, number> = { blocking: 0, warning: 1, ok: 2 };
  const ordered = items.toSorted((one, other) => (rank[one.status] ?? 0) - (rank[other.status] ?? 0));
  return (
    <ul className="checks">
      {ordered.map((check) => {
        const out = check.status === "ok" ? undefined : way(check);
        return (
          <Line
            key={check.code}
            status={check.status}
            title={check.title}
            told={check.whatToDo ? inWords(check.whatToDo) : undefined}
            count={check.count}
          >
            {out && (
              <Button variant="default" size="compact-sm" onClick={out.run}>
                {out.title}
              </Button>
            )}
          </Line>
        );
      })}
    </ul>
  );
}

/** What the list amounts to, in a few words: `2 lines are in the way`. */
export function summaryOf(items: readonly Check[]): string {
  const blocking = items.filter((item) => item.status === "blocking").length;
  const warnings = items.filter((item) => item.status === "warning").length;
  const look = warnings === 0 ? "" : `, ${warnings} worth a look`;
  if (blocking === 0) return `Nothing is in the way${look}.`;
  return plural(blocking, `1 line is in the way${look}.`, `${blocking} lines are in the way${look}.`);
}
