import type { JSX } from "react";

/** From which program a record came, and under which name that program knows it. */
export function CameAs({ source, externalId }: { source: string | null | undefined; externalId: string }): JSX.Element {
  return (
    <>
      Came over the API{source ? <> from <span className="strong">{source}</span></> : ""}, as its document <span className="strong">{externalId}</span>.
    </>
  );
}
