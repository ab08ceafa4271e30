import { TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { Amount, decimalsOf } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { readAmount } from "../../text/amount";
import { formatDay } from "../../text/day";
import { isZero, subtract } from "../../text/number";

/** Compares the ledger with the balance on the bank's paper. It agrees only where nothing is between them. */
export function BankBalance({ closing, currency, day }: { closing: string; currency: string; day: string }): JSX.Element {
  const { locale } = useStore(settings);
  const [typed, setTyped] = useState("");
  const read = typed.trim() === "" ? undefined : readAmount(typed, { decimals: decimalsOf(closing), locale, currency });
  const difference = read?.ok ? subtract(read.value, closing) : undefined;
  return (
    <div className="account-bank">
      <TextInput
        label={`Balance on the bank's statement, ${formatDay(day)}`}
        placeholder="As the bank writes it"
        inputMode="decimal"
        value={typed}
        error={read && !read.ok ? read.message : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p>
        Ledger <Amount value={closing} currency={currency} />
      </p>
      <p role="status">
        {difference !== undefined &&
          (isZero(difference) ? (
            <Chip kind="posted">agrees with the statement, difference 0.00</Chip>
          ) : (
            <Chip kind="fault">
              differs by <Amount value={difference} currency={currency} />
            </Chip>
          ))}
      </p>
    </div>
  );
}
