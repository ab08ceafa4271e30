import type { JSX } from "react";
import { base } from "../../api/place";
import { session } from "../../api/session";
import { useStore } from "../../api/store";
import type { KeptWarehouse } from "../catalogue/records";

/** For whose books and in which warehouse one scans, with the way back to the console. */
export function Whose({ warehouse }: { warehouse?: KeptWarehouse | undefined }): JSX.Element {
  const now = useStore(session);
  const isIn = now.state === "in" || now.state === "expired";
  const name = isIn ? now.me.memberships.find((one) => one.organizationId === now.organization)?.name : undefined;
  return (
    <p className="whose">
      <span>
        <b>{name}</b>
        {warehouse && ` · ${warehouse.code} ${warehouse.name}`}
      </span>
      <a href={`${base}/`}>Console</a>
    </p>
  );
}
