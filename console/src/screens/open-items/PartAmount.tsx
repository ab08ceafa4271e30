import { TextInput } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import type { OpenItem } from "../../api/openItems";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { decimalsOf, useAmounts } from "../../parts/Amount";
import { readAmount } from "../../text/amount";
import { compare } from "../../text/number";

/** How much of a line is matched, where it is not all of it. */
export function PartAmount({
  item,
  value,
  onChange,
}: {
  item: OpenItem;
  value: string | undefined;
  onChange: (amount: string | undefined) => void;
}): JSX.Element {
  const { locale } = useStore(settings);
  const write = useAmounts();
  const [typed, setTyped] = useState(value ? write(value) : "");
  const [fault, setFault] = useState<string>();
  useEffect(() => setTyped(value ? write(value) : ""), [value, write]);

  function read(text: string): void {
    setTyped(text);
    if (text.trim() === "") {
      setFault(undefined);
      onChange(undefined);
      return;
    }
    const amount = readAmount(text, { decimals: decimalsOf(item.openAmount), locale, currency: item.currency });
    if (!amount.ok) setFault(amount.message);
    else if (compare(amount.value, "0") <= 0) setFault("Type an amount above zero.");
    else if (compare(amount.value, item.openAmount) > 0) setFault(`Only ${write(item.openAmount)} is open.`);
    else {
      setFault(undefined);
      onChange(amount.value);
    }
  }

  return (
    <TextInput
      className="part-amount"
      aria-label={`Part of ${item.number ?? "the line"} to match`}
      placeholder="all of it"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={fault}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => read(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") read(event.currentTarget.value);
      }}
    />
  );
}
