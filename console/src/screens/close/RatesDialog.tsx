import { TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { newKey } from "../../api/key";
import { type MissingRate, missingRates, recordRate, useRevaluationPreview } from "../../api/mend";
import type { Period } from "../../api/periods";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { readAmount } from "../../text/amount";
import { formatDay } from "../../text/day";
import { ActDialog } from "./ActDialog";

const RATE_DECIMALS = 12;
const nameOf = (rate: MissingRate): string => `${rate.fromCurrency} ${rate.toCurrency} ${rate.rateType}`;

/** Records the rates that are missing on the last day of the period. */
export function RatesDialog({ period, onDone, onClose }: { period: Period; onDone: (told: string) => void; onClose: () => void }): JSX.Element {
  const { problem, isReading } = useRevaluationPreview(period.endDate);
  const { locale } = useStore(settings);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // One key each: some may have been recorded when another is refused.
  const [keys] = useState(() => new Map<string, string>());
  const missing = missingRates(problem);
  const read = (rate: MissingRate): ReturnType<typeof readAmount> =>
    readAmount(typed[nameOf(rate)] ?? "", { decimals: RATE_DECIMALS, locale });
  const isReady = missing.every((rate) => read(rate).ok);

  async function run(): Promise<void> {
    for (const rate of missing) {
      const reading = read(rate);
      if (!reading.ok) continue;
      const name = nameOf(rate);
      const key = keys.get(name) ?? newKey();
      keys.set(name, key);
      await recordRate(rate, reading.value.replace(/0+$/, "").replace(/\.$/, ""), key);
    }
  }

  return (
    <ActDialog
      title="Record exchange rates"
      act={missing.length > 1 ? `Record ${missing.length} rates` : "Record the rate"}
      means={`These rates are missing on ${formatDay(period.endDate)}: how much one unit of the first currency is worth in the second.`}
      undo="A recorded rate is never changed: to correct one, record another for the same day."
      reason="none"
      disabled={
        missing.length === 0 ? (isReading ? "The rates are being read." : "No rate is missing.") : isReady ? undefined : "Fill in the rates."
      }
      run={run}
      onDone={() => onDone("The rates are recorded.")}
      onClose={onClose}
    >
      {missing.map((rate, at) => {
        const name = nameOf(rate);
        const reading = read(rate);
        return (
          <TextInput
            key={name}
            label={`${rate.fromCurrency} in ${rate.toCurrency}`}
            value={typed[name] ?? ""}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus={at === 0 || undefined}
            error={touched.has(name) && !reading.ok ? reading.message : undefined}
            onBlur={() => setTouched(new Set([...touched, name]))}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        );
      })}
    </ActDialog>
  );
}
