import { TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { FilterChip } from "../../parts/Filters";
import type { Report } from "./address";

/** Only lines in one currency, in amounts of it. */
export function CurrencyChip({ report }: { report: Report }): JSX.Element {
  const { currency } = report.values;
  return (
    <FilterChip name="Currency" value={currency} onClear={() => report.change({ currency: undefined })}>
      {(close) => (
        <CurrencyForm
          currency={currency}
          onChosen={(code) => {
            report.change({ currency: code });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

function CurrencyForm({ currency, onChosen }: { currency: string | undefined; onChosen: (code: string) => void }): JSX.Element {
  const [typed, setTyped] = useState(currency ?? "");
  const code = typed.trim().toUpperCase();
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (/^[A-Z]{3}$/.test(code)) onChosen(code);
      }}
    >
      <TextInput
        label="Currency"
        description="Three letters, such as EUR"
        value={typed}
        error={code.length > 3 ? "A currency has three letters, such as EUR." : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
