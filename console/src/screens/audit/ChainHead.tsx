import type { JSX } from "react";
import { useAuditHead } from "../../api/audit";
import { may } from "../../api/session";
import { Copy } from "../../parts/Copy";
import { Moment } from "../../parts/Moment";
import { writeCount } from "../../text/language";

/** The head of the chain: whoever keeps it can prove later that nothing before it was changed. */
export function ChainHead(): JSX.Element | null {
  const { data: head, problem } = useAuditHead();
  if (!head) return may("audit:read") && !problem ? <section className="audit-head" aria-hidden /> : null;
  return (
    <section className="audit-head" aria-label="Head of the chain">
      <p>
        Event <span className="strong">{writeCount(head.seq)}</span> is the last, <Moment at={head.at} />. Keep its hash: with it you can prove later that nothing before was
        changed.
      </p>
      <p className="audit-hash">
        <code>{head.hash}</code> <Copy text={`${head.seq} ${head.hash}`} what="number and hash of the last event" />
      </p>
    </section>
  );
}
