import { Button } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import type { CombinedCell, CombinedRow, CombinedTrialBalance as View } from "../../api/combined";
import { useZone } from "../../api/organization";
import { base } from "../../api/place";
import { useAnswer } from "../../api/reports";
import { changeOrganization, organization } from "../../api/session";
import { say } from "../../app/toasts";
import { Amount } from "../../parts/Amount";
import { stringifySearch } from "../../text/filters";
import { plural } from "../../text/language";
import { isZero } from "../../text/number";
import { useReport } from "./address";
import { CombinedRefusal } from "./CombinedRefusal";
import { FigurePeek } from "./FigurePeek";
import { type Cell, type FigureColumn, type FigureRow, FigureTable } from "./FigureTable";
import { KnownChip } from "./KnownChip";
import { nameOfPoint } from "./knowing";
import { type Figure, targetOf } from "./links";
import { useMemberships } from "./organizations";
import { OrganizationsChip } from "./OrganizationsChip";
import { AsOfChip } from "./PeriodChip";
import { Band, ReportFrame } from "./ReportFrame";
import { Now } from "./Unknowable";

const NAMES = ["organizations", "knownAt"] as const;
const MOST = 20;

/** An account with what each organization has of it, and the sum of all. */
interface CombinedFigureRow extends FigureRow {
  of: Pick<CombinedRow, "debit" | "credit"> & { columns: Pick<CombinedCell, "debit" | "credit" | "name">[] };
}

/** The trial balances of several organizations side by side, with their sum. */
export function CombinedTrialBalance(): JSX.Element {
  const report = useReport(NAMES, "day");
  const memberships = useMemberships();
  const { organizations, knownAt } = report.values;
  const chosen = useMemo(() => organizations ?? memberships.slice(0, MOST).map((one) => one.organizationId as string), [organizations, memberships]);
  const asked = useMemo(() => ({ ...report.asked, organizations: chosen.join(",") }), [report.asked, chosen]);
  const isAlone = memberships.length < 2;
  const { answer, ...reading } = useAnswer("combined-trial-balance", asked, report.isReady && !isAlone);
  const [peek, setPeek] = useState<Figure>();
  const zone = useZone();
  const rows = useMemo(() => (answer ? rowsOf(answer) : []), [answer]);
  const columns = useMemo(() => (answer ? columnsOf(answer, knownAt) : []), [answer, knownAt]);
  const shown = { ...reading, problem: undefined };
  return (
    <ReportFrame
      name="combined-trial-balance"
      title="Combined trial balance"
      report={{ ...report, asked }}
      ofDays="day"
      reading={reading.problem && CombinedRefusal.knows(reading.problem) ? shown : reading}
      currency={answer?.currency}
      books={plural(chosen.length, "1 organization", `${chosen.length} organizations`)}
      isEmpty={answer?.data.length === 0}
      exportDisabled={isAlone ? "you belong to one organization" : undefined}
      bands={
        answer && (
          <>
            {knownAt && (
              <Band kind="note">
                <span>As the books were known at {nameOfPoint(knownAt, zone)}: what came later is not in these figures.</span>
                <Now report={report} />
              </Band>
            )}
            <Band kind="note">
              <ul className="report-faults">
                <li>Side by side: nothing is set off between the organizations, and no balance between them is taken out.</li>
                {answer.notes.map((note) => (
                  <li key={`${note.code} ${note.message}`}>{sentence(note.message)}</li>
                ))}
              </ul>
            </Band>
          </>
        )
      }
      chips={
        <>
          <OrganizationsChip
            all={memberships}
            chosen={chosen}
            isUsual={organizations === undefined}
            onChange={(next) => report.change({ organizations: next })}
          />
          <AsOfChip report={report} />
          <KnownChip report={report} />
        </>
      }
    >
      {isAlone && (
        <div className="list-empty">
          <h2>You belong to one organization</h2>
          <p>This report puts the books of several side by side. Its own figures are in the trial balance.</p>
        </div>
      )}
      {reading.problem && CombinedRefusal.knows(reading.problem) && (
        <CombinedRefusal problem={reading.problem} all={memberships} chosen={chosen} onChoose={(next) => report.change({ organizations: next })} />
      )}
      {answer && (
        <div className="report-body">
          <FigureTable
            label="Combined trial balance"
            columns={columns}
            groups={groupsOf(answer)}
            rows={rows}
            onPeek={(cell) => setPeek((before) => (cell && cell.figure !== before ? cell.figure : undefined))}
          />
          {peek && <FigurePeek figure={peek} onClose={() => setPeek(undefined)} />}
        </div>
      )}
    </ReportFrame>
  );
}

/** As a sentence begins and ends. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

function rowsOf({ organizations, data, totals }: View): CombinedFigureRow[] {
  const rows = data.map((row): CombinedFigureRow => {
    const others = row.columns.flatMap(({ name }, at) => (name !== null && name !== row.name ? [`${name} at ${organizations[at]?.name ?? ""}`] : []));
    const title = others.length > 0 ? `${row.name} (${others.join(", ")})` : row.name;
    return { id: `${row.code ?? ""} ${row.type} ${row.name}`, depth: 0, kind: "line", title, code: row.code ?? undefined, of: row };
  });
  const columns = organizations.map(({ debit, credit }) => ({ debit, credit, name: "" }));
  return [...rows, { id: "total", depth: 0, kind: "total", rule: "double", title: "Total", of: { ...totals, columns } }];
}

function columnsOf({ organizations, asOf }: View, knownAt: string | undefined): FigureColumn[] {
  const own = organization();
  const sides = (id: string, of: (row: CombinedFigureRow) => Pick<CombinedCell, "debit" | "credit"> | undefined, figureOf?: (row: CombinedFigureRow, amount: string) => Figure | undefined): FigureColumn[] =>
    (["debit", "credit"] as const).map((side) => ({
      id: `${id} ${side}`,
      head: side === "debit" ? "Debit" : "Credit",
      isRuled: true,
      cell: (shown): Cell | undefined => {
        const row = shown as CombinedFigureRow;
        const amount = of(row)?.[side] ?? "0";
        const node = <Amount value={amount} zero={row.kind === "total" ? "shown" : "blank"} />;
        if (isZero(amount)) return row.kind === "total" ? { node } : undefined;
        const figure = figureOf?.(row, amount);
        return { node, ...(figure && { figure, target: targetOf(figure) }) };
      },
    }));
  return [
    ...organizations.flatMap((one, at) =>
      sides(
        one.id,
        (row) => row.of.columns[at],
        // Of the books that this tab shows, figures lead on; others must be entered first.
        one.id === own
          ? (row, amount) => (row.code === undefined ? undefined : { title: `${row.code} ${row.title}`, amount, accounts: [row.code], span: { from: one.dateFrom, to: asOf }, filters: { knownAt } })
          : undefined,
      ),
    ),
    ...sides("all", (row) => row.of),
  ];
}

function groupsOf({ organizations, asOf }: View): { id: string; title: JSX.Element; span: number }[] {
  const own = organization();
  return [
    ...organizations.map((one) => ({ id: one.id, title: one.id === own ? <span dir="auto">{one.name}</span> : <Books id={one.id} name={one.name} from={one.dateFrom} to={asOf} />, span: 2 })),
    { id: "all", title: <span>All</span>, span: 2 },
  ];
}

/** The way to an organization's own trial balance, in its books. */
function Books({ id, name, from, to }: { id: string; name: string; from: string; to: string }): JSX.Element {
  const enter = (): void => void changeOrganization(id, `${base}/reports/trial-balance${stringifySearch({ from, to })}`).catch(() => say("The books were not changed: try again"));
  return (
    <Button variant="subtle" size="compact-xs" onClick={enter} title={`Change to the books of ${name} and show their trial balance`}>
      <span dir="auto">{name}</span>
    </Button>
  );
}
