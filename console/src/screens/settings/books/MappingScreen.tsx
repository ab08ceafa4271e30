import { Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useOne } from "../../../api/records";
import type { components } from "../../../api/schema";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { PlainTable } from "../../../parts/PlainTable";
import { Refusal } from "../../../parts/Refusal";
import { ToStatement } from "../../../parts/ToStatement";
import { RecordHead } from "../kit/ChapterHead";
import { RecordDialog } from "../kit/RecordDialog";
import "../people/people.css";
import { MAPPINGS, type Mapping, STATEMENTS, type Section } from "./mappings";
import { writtenCodes } from "./SectionsControl";

type Unmapped = components["schemas"]["UnmappedAccount"];

const REPORTS: Record<Mapping["kind"], string> = { balanceSheet: "balance-sheet", profitAndLoss: "profit-and-loss", cashFlow: "cash-flow" };

/** One layout: its sections, and the accounts that stand in none of them. */
export function MappingScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const path = `/accounting/statement-mappings/${encodeURIComponent(record)}`;
  const { data, problem } = useOne<Mapping>("accounts", path);
  const others = useOne<{ data: Unmapped[] }>("accounts", `${path}/unmapped`);
  const unmapped = others.data?.data;
  const [isOpen, setOpen] = useState(false);
  const manages = may("accounts:manage");
  useActions(manages && data ? [{ id: "edit", title: "Change the mapping", keys: "e", run: () => setOpen(true) }] : []);
  if (problem) return <Refusal problem={problem} />;
  if (!data || others.isLoading) return <p className="dim">Reading the mapping…</p>;
  return (
    <div className="person">
      <RecordHead title={data.name}>
        <p>Layout of the {STATEMENTS.find(([kind]) => kind === data.kind)?.[1]}</p>
      </RecordHead>
      <div className="person-deeds">
        {manages && (
          <Button onClick={() => setOpen(true)}>
            Change or delete <kbd>e</kbd>
          </Button>
        )}
        {may("reports:read") && (
          <Button component={Link} to={`/reports/${REPORTS[data.kind]}?mapping=${data.id}`} variant="default">
            Show the statement
          </Button>
        )}
      </div>
      <section aria-label="Accounts in no section">
        <h2>Accounts in no section</h2>
        {unmapped?.length === 0 && <p>None: every account of the statement stands in a section.</p>}
        {unmapped && unmapped.length > 0 && (
          <>
            <p>They are shown in a section of their own, at the end. Give a section their code, a range, or their type.</p>
            <PlainTable<Unmapped>
              label="Accounts in no section"
              rows={unmapped}
              rowId={(one) => one.accountId}
              columns={[
                { id: "code", head: "Code", cell: (one) => <ToStatement account={one.code}>{one.code}</ToStatement> },
                { id: "name", head: "Name", cell: (one) => one.name },
                { id: "type", head: "Type", cell: (one) => one.type },
              ]}
            />
          </>
        )}
      </section>
      <section aria-label="Sections">
        <h2>Sections</h2>
        <PlainTable<Section>
          label="Sections"
          rows={data.sections}
          rowId={(one) => one.key}
          columns={[
            { id: "title", head: "Title", cell: (one) => <span style={{ paddingLeft: one.parentKey ? "1.25rem" : 0 }}>{one.title}</span> },
            { id: "side", head: "Positive on", cell: (one) => one.side },
            { id: "claims", head: "Accounts", cell: (one) => [writtenCodes(one), ...one.types, ...one.subtypes].filter(Boolean).join(", ") || <span className="dim">those of the sections below</span> },
            { id: "results", head: "Results", cell: (one) => (one.hasResults ? "of open years" : "") },
          ]}
        />
      </section>
      {isOpen && <RecordDialog noun={MAPPINGS} record={data} size="xl" onClose={() => setOpen(false)} />}
    </div>
  );
}
