import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { Answers } from "../../api/reports";
import { Band } from "./ReportFrame";
import { plural } from "../../text/language";

const MOST_NAMED = 5;

/** That accounts are in no section of the layout, and which ones. */
export function Unmapped({ accounts }: { accounts: Answers["balance-sheet"]["unmapped"] | undefined }): JSX.Element | null {
  if (!accounts?.length) return null;
  return (
    <Band kind="fault">
      <span>
        {plural(accounts.length, "An account is", `${accounts.length} accounts are`)} in no section of this layout, and in a section of{" "}
        {plural(accounts.length, "its", "their")} own at the end:{" "}
        {accounts.slice(0, MOST_NAMED).map((account, index) => (
          <span key={account.accountId}>
            {index > 0 && ", "}
            <Link to="/accounts/$account" params={{ account: account.code }}>
              {account.code} {account.name}
            </Link>
          </span>
        ))}
        {accounts.length > MOST_NAMED && ` and ${accounts.length - MOST_NAMED} more`}.
      </span>
    </Band>
  );
}
