import { Button, CloseButton } from "@mantine/core";
import { type JSX, useMemo } from "react";
import type { AuditRow } from "../../api/audit";
import { Copy } from "../../parts/Copy";
import { useChanges } from "../../api/changes";
import { useNamesIn } from "../../api/names";
import { myId } from "../../api/me";
import { ChangeList } from "../../parts/ChangeList";
import type { ChangeRow } from "../../parts/changes";
import { SubjectLink, sentenceOf } from "./Subject";
import { instants } from "../../text/language";

const exact = instants({ dateStyle: "full", timeStyle: "long" });

/** One event beside the list: what changed, and where it stands in the chain. */
export function AuditPeek({
  row,
  by,
  onSubject,
  onClose,
}: {
  row: AuditRow;
  by: string;
  onSubject: () => void;
  onClose: () => void;
}): JSX.Element {
  const { rows } = useChanges(row.subject);
  const changes = useMemo(() => rows?.filter((one) => one.seq === row.seq).map((one): ChangeRow => ({ ...one, changes: one.changes ?? [] })), [rows, row.seq]);
  const names = useNamesIn(changes);
  return (
    <aside className="peek" aria-label={`Event ${row.seq}`}>
      <div className="screen-head">
        <h2>Event {row.seq}</h2>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p>
        {sentenceOf(row)} <SubjectLink id={row.subject} />, by {by}
      </p>
      <p className="dim">{exact.format(new Date(row.at))}</p>
      <p>
        <Button variant="default" onClick={onSubject}>
          All of this record
        </Button>
      </p>
      {changes && changes.length > 0 && (
        <>
          <h3>What changed</h3>
          <ChangeList rows={changes} me={myId()} names={names} />
        </>
      )}
      <h3>Where it stands in the log</h3>
      <dl className="audit-facts">
        {(
          [
            ["Record", row.subject],
            ["Request", row.requestId],
            ["Hash", row.hash],
            ["Hash before", row.previousHash],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code> <Copy text={value} what={label.toLowerCase()} />
            </dd>
          </div>
        ))}
        {row.parts > 1 && (
          <div>
            <dt>Parts</dt>
            <dd>{row.parts}, one after the other</dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
