import { Button } from "@mantine/core";
import type { JSX } from "react";
import { choiceOf, findAccounts, useChart } from "../../api/accounts";
import { FilterChip } from "../../parts/Filters";
import { Lookup } from "../../parts/Lookup";
import type { Report } from "./address";

/** One account, or a group with all below it; several where a figure led here. */
export function AccountChip({ report }: { report: Report }): JSX.Element {
  const chart = useChart();
  const { account, accounts } = report.values;
  const of = account === undefined ? undefined : chart?.byCode.get(account);
  const value = accounts ? accounts.join(", ") : account && (of ? `${of.code} ${of.name}` : account);
  const shown = value && accounts && accounts.length > 3 ? `${accounts.length} accounts` : value;
  return (
    <FilterChip
      name={accounts ? "Accounts" : "Account"}
      value={shown}
      onClear={() => report.change({ account: undefined, accounts: undefined })}
    >
      {(close) => (
        <div className="filter-form">
          <Lookup
            label="Account or group"
            placeholder="Code or name"
            value={of && chart ? choiceOf(chart, of) : null}
            find={(typed) => findAccounts(chart, typed, true)}
            onChange={(choice) => report.change({ account: choice?.code, accounts: undefined })}
            onChosen={close}
          />
          {accounts?.map((code) => (
            <Button
              key={code}
              variant="subtle"
              justify="start"
              onClick={() => {
                report.change({ account: code, accounts: undefined });
                close();
              }}
            >
              Only {code} {chart?.byCode.get(code)?.name}
            </Button>
          ))}
        </div>
      )}
    </FilterChip>
  );
}
