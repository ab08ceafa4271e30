import type { JSX } from "react";
import type { Chart } from "../../api/accounts";
import type { MatchPreview } from "../../api/matches";
import { Amount } from "../../parts/Amount";
import { formatDay } from "../../text/day";
import { isZero } from "../../text/number";

/** What the match would post beside: a write-off, an exchange gain or loss. */
export function PreviewOfMatch({ preview, chart }: { preview: MatchPreview; chart: Chart | undefined }): JSX.Element {
  if (preview.entries.length === 0) return <p className="dim">No entry is needed: the lines settle one another.</p>;
  return (
    <section className="match-preview">
      <h3>Also posted</h3>
      {preview.entries.map((entry, at) => (
        <div key={at}>
          <p className="dim">
            {formatDay(entry.date)} · {entry.description}
          </p>
          {entry.lines.map((line, place) => {
            const account = line.accountId ? chart?.byId.get(line.accountId) : undefined;
            const isDebit = !isZero(line.baseDebit);
            return (
              <p key={place} className="match-preview-line">
                <span>
                  {isDebit ? "Debit" : "Credit"} {account ? `${account.code} ${account.name}` : ""}
                </span>
                <Amount value={isDebit ? line.baseDebit : line.baseCredit} />
              </p>
            );
          })}
        </div>
      ))}
    </section>
  );
}
