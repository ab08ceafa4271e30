import { Checkbox, NativeSelect } from "@mantine/core";
import type { JSX } from "react";
import { choiceOf, findAccounts, useChart } from "../../../api/accounts";
import { useCurrencies } from "../../../api/currencies";
import { KINDS, type MovementKind } from "../../../api/movementKinds";
import { reasonsFor, useReasonCodes } from "../../../api/reasonCodes";
import { may } from "../../../api/session";
import { AmountInput } from "../../../parts/AmountInput";
import { DayInput } from "../../../parts/DayInput";
import { Lookup } from "../../../parts/Lookup";
import type { Head } from "./draft";
import type { HeadFaults } from "./faults";
import { fieldId } from "./fieldId";

const SPLITS = [
  { value: "", label: "by value" },
  { value: "quantity", label: "by quantity" },
  { value: "weight", label: "by weight" },
  { value: "volume", label: "by volume" },
  { value: "hand", label: "by hand: each line gives its share" },
];

/** What more there is to say about a movement of this kind, for this caller. */
export function useMoreOf(kind: MovementKind): { any: boolean; reasons: ReturnType<typeof reasonsFor>; hasCurrencies: boolean } {
  const facts = KINDS[kind];
  const reasons = reasonsFor(useReasonCodes(), kind);
  const currencies = useCurrencies();
  const saysMoney = facts.cost !== undefined || facts.amount !== undefined || facts.whole !== undefined;
  const hasCurrencies = saysMoney && may("costs:read") && (currencies?.size ?? 0) > 1;
  const any =
    reasons.length > 0 ||
    hasCurrencies ||
    facts.way === "pass" ||
    (facts.whole !== undefined && may("costs:read")) ||
    (facts.account !== undefined && may("accounts:read")) ||
    kind === "supplierInvoice" ||
    kind === "supplierCredit";
  return { any, reasons, hasCurrencies };
}

/** What only some movements say. */
export function More({ now, put, faults, onFault }: {
  now: Head;
  put: (change: Partial<Head>) => void;
  faults: HeadFaults;
  onFault: (field: keyof Head, message: string | undefined) => void;
}): JSX.Element {
  const facts = KINDS[now.kind];
  const { reasons: codes, hasCurrencies } = useMoreOf(now.kind);
  const chart = useChart();
  const currencies = useCurrencies();
  const account = chart?.byId.get(now.account);
  return (
    <div className="movement-head-more">
      {codes.length > 0 && (
        <NativeSelect
          label="Reason"
          value={now.reason}
          error={faults.reason}
          data={[{ value: "", label: "none" }, ...codes.map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))]}
          onChange={(event) => put({ reason: event.currentTarget.value })}
        />
      )}
      {facts.way === "pass" && (
        <Checkbox
          className="movement-box"
          label="In two steps: on its way until it is received"
          checked={now.isTwoStep}
          onChange={(event) => put({ isTwoStep: event.currentTarget.checked })}
        />
      )}
      {facts.whole && may("costs:read") && (
        <>
          <AmountInput id={fieldId("amount")} label={facts.whole} value={now.amount} error={faults.amount} onChange={(amount) => put({ amount })} />
          {now.kind !== "assembly" && now.kind !== "disassembly" && (
            <NativeSelect label="Spread" value={now.splitBy} error={faults.splitBy} data={SPLITS} onChange={(event) => put({ splitBy: event.currentTarget.value })} />
          )}
        </>
      )}
      {facts.account && may("accounts:read") && (
        <Lookup
          id={fieldId("account")}
          label={facts.account === "needed" ? "Account of the other side" : "Other account than the usual one"}
          placeholder="Code or name"
          value={account && chart ? choiceOf(chart, account) : null}
          error={faults.account}
          find={(typed) => findAccounts(chart, typed)}
          onChange={(choice) => put({ account: choice?.id ?? "" })}
        />
      )}
      {(now.kind === "supplierInvoice" || now.kind === "supplierCredit") && (
        <DayInput label="Due" value={now.dueDate} error={faults.dueDate} from={now.day} onChange={(dueDate) => put({ dueDate })} onFault={(message) => onFault("dueDate", message)} />
      )}
      {hasCurrencies && currencies && (
        <NativeSelect
          label="Currency of costs"
          value={now.currency}
          error={faults.currency}
          data={[{ value: "", label: "of the books" }, ...[...currencies.keys()].map((code) => ({ value: code, label: code }))]}
          onChange={(event) => put({ currency: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
