import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import type { Party } from "../../../api/parties";
import { useAll } from "../../../api/records";
import { may } from "../../../api/session";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { plural, writeCount } from "../../../text/language";
import { NounChapter } from "../kit/NounChapter";
import { doubles } from "./doubles";
import { MergeDialog } from "./MergeDialog";
import { PARTIES, nameOf } from "./parties";
import "../settings.css";

const COLUMNS: Column<Party>[] = [
  { id: "name", head: "Name", width: "minmax(12rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{nameOf(one)}</span> },
  { id: "code", head: "Code", width: "8rem", corner: "bottom-left", cell: (one) => one.code },
  { id: "kinds", head: "Is a", width: "10rem", corner: "top-right", cell: (one) => one.kinds.join(", ") },
  { id: "terms", head: "Days to pay", kind: "number", width: "7rem", cell: (one) => one.paymentTermsDays },
  {
    id: "state",
    head: "State",
    width: "8rem",
    corner: "bottom-right",
    cell: (one) => (one.mergedIntoId ? <Chip kind="reversed">merged</Chip> : one.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>),
  },
];
/** So many pairs that may be one are shown at once. */
const SHOWN = 8;
/** The list reads no more at once. */
const MOST = 2_000;

/** `/settings/parties`: customers, suppliers and others, and which of them may be one. */
export function PartiesChapter(): JSX.Element {
  const navigate = useNavigate();
  return (
    <NounChapter
      noun={PARTIES}
      columns={COLUMNS}
      empty="Customers and suppliers are made here, with an entry that names them, or come in by a file."
      wordsOf={(one) => `${one.code ?? ""} ${nameOf(one)}`}
      size="lg"
      opens={(one) => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "parties", record: one.id } })}
      above={<Doubles />}
    />
  );
}

/** A quiet hint at names that are alike. */
function Doubles(): JSX.Element | null {
  const { data } = useAll<Party>("parties", PARTIES.path, may("parties:read"));
  const [pair, setPair] = useState<[from: Party, into: Party]>();
  const groups = useMemo(() => doubles(data ?? []), [data]);
  const isCut = (data?.length ?? 0) >= MOST;
  if ((groups.length === 0 || !may("parties:manage")) && !isCut) return null;
  return (
    <>
      {isCut && <p className="dim">The first {writeCount(MOST)} parties are shown. Others are found by the search above the page.</p>}
      {groups.length > 0 && may("parties:manage") && (
        <details>
          <summary>
            {writeCount(groups.length)} {plural(groups.length, "name is", "names are")} there more than once but for spelling
          </summary>
          <ul className="parties-doubles">
            {groups.slice(0, SHOWN).map(([stays, ...others]) =>
              others.map((one) => (
                <li key={one.id}>
                  {nameOf(one)} <span className="dim">{one.code}</span> · {stays && nameOf(stays)} <span className="dim">{stays?.code}</span>{" "}
                  <Button variant="default" size="compact-sm" aria-label={`Merge ${nameOf(one)} into another party`} onClick={() => stays && setPair([one, stays])}>
                    Merge…
                  </Button>
                </li>
              )),
            )}
          </ul>
        </details>
      )}
      {pair && <MergeDialog party={pair[0]} into={pair[1]} onDone={() => setPair(undefined)} onClose={() => setPair(undefined)} />}
    </>
  );
}
