import { Button, Checkbox, FileInput, TextInput } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import { useKey } from "../../../api/key";
import { useOrganization } from "../../../api/organization";
import { type Problem, asProblem } from "../../../api/problem";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { useDayOrder } from "../../../app/dayOrder";
import { say } from "../../../app/toasts";
import { DayInput } from "../../../parts/DayInput";
import { PlainTable } from "../../../parts/PlainTable";
import { Refusal } from "../../../parts/Refusal";
import { addDays, formatDay } from "../../../text/calendar";
import { Dialog, readOnly } from "../../close/Dialog";
import "../../close/close.css";
import { type FileRate, type RateFile, intoBase, readRates } from "./rates";
import { writeCount } from "../../../text/language";

/** As many as the service takes at once, all or none. */
const MOST = 1_000;
const SHOWN = 8;
const LATEST_DAYS = 31;
const USUAL = "EUR USD GBP CHF JPY CAD AUD SEK NOK DKK PLN CZK";

/** Rates from a file: what is in it, what would come of it, and then the same for good. */
export function RateImport({ onClose }: { onClose: () => void }): JSX.Element {
  const base = useOrganization()?.baseCurrency ?? "";
  const { key, renew } = useKey();
  const dayOrder = useDayOrder();
  const [name, setName] = useState<File | null>(null);
  const [file, setFile] = useState<RateFile>();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [codes, setCodes] = useState("");
  const [isComputed, setComputed] = useState(true);
  const [foreseen, setForeseen] = useState<{ recorded: number; unchanged: number }>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  const chosen = useMemo(() => {
    if (!file) return [];
    if (file.kind === "table") return file.rates;
    const wanted = new Set(codes.toUpperCase().split(/[^A-Z]+/));
    const within = file.rates.filter((rate) => (!from || rate.validFrom >= from) && (!to || rate.validFrom <= to));
    const rates = isComputed ? intoBase(within, base) : within;
    return rates.filter((rate) => wanted.has(isComputed ? rate.fromCurrency : rate.toCurrency));
  }, [file, codes, from, to, isComputed, base]);

  async function take(given: File | null): Promise<void> {
    setName(given);
    setForeseen(undefined);
    setProblem(undefined);
    if (!given) {
      setFile(undefined);
      return;
    }
    const read = readRates(await given.text(), dayOrder);
    const last = read.rates.reduce((most, rate) => (rate.validFrom > most ? rate.validFrom : most), "");
    setFile(read);
    setTo(last);
    setFrom(last && addDays(last, -LATEST_DAYS));
    const inFile = new Set(["EUR", ...read.rates.map((rate) => rate.toCurrency)]);
    setCodes(
      USUAL.split(" ")
        .filter((code) => inFile.has(code) && code !== base)
        .join(" "),
    );
  }

  async function send(isDry: boolean): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const rates = chosen.map(({ line: _, ...rate }) => rate);
      const { body } = await ask<unknown>("POST", "/accounting/exchange-rates/import", { body: { rates }, key: key(), ...(isDry && { query: { dryRun: "true" } }) });
      if (isDry) {
        setForeseen((body as { wouldReturn: { recorded: number; unchanged: number } }).wouldReturn);
        renew();
      } else {
        const { recorded, unchanged } = body as { recorded: number; unchanged: number };
        void touched("currencies", "balances");
        say(`${recorded} exchange rates are recorded${unchanged > 0 ? `, ${unchanged} were there already` : ""}.`);
        onClose();
      }
    } catch (error) {
      setProblem(asProblem(error));
      renew();
    } finally {
      setBusy(false);
    }
  }

  const faults = [...(file?.faults ?? []), ...(problem ? linesOf(problem, chosen) : [])];
  const why = !file
    ? "Choose a file."
    : file.faults.length > 0
      ? "Mend the lines below in the file, and choose it again."
      : chosen.length === 0
        ? "No rate of the file is chosen."
        : chosen.length > MOST
          ? `${chosen.length} rates are chosen, and at most ${MOST} go at once: choose fewer days or currencies.`
          : undefined;
  const changed = (): void => setForeseen(undefined);
  return (
    <Dialog
      title="Import exchange rates"
      act={foreseen ? `Record ${foreseen.recorded} rates` : "Check the file"}
      busy={busy}
      size="lg"
      disabled={why ?? (foreseen?.recorded === 0 ? "All of them are recorded already." : undefined)}
      onAct={() => void send(!foreseen)}
      onClose={onClose}
    >
      <FileInput
        label="File"
        description="A CSV with the columns fromCurrency, toCurrency, rate and validFrom, or the file of the European Central Bank: eurofxref as CSV or XML."
        placeholder="Choose a file"
        accept=".csv,.xml,.txt,text/csv,text/xml"
        value={name}
        onChange={(given) => void take(given)}
        data-autofocus
      />
      {file?.kind === "ecb" && file.rates.length > 0 && (
        <>
          <p className="dim">Rates of the European Central Bank: {writeCount(file.rates.length)} are in the file.</p>
          <div className="settings-columns">
            <DayInput label="From the day" value={from} onKeyDown={readOnly} onChange={(day) => (setFrom(day), changed())} />
            <DayInput label="To the day" value={to} onKeyDown={readOnly} onChange={(day) => (setTo(day), changed())} />
          </div>
          <TextInput label="Currencies" value={codes} autoComplete="off" onChange={(event) => (setCodes(event.currentTarget.value), changed())} />
          <Checkbox
            label={`As rates to ${base}, computed from the bank's of the same day`}
            description="The bank publishes what one euro is worth. The books take a rate only in its own direction, and derive none."
            checked={isComputed}
            onChange={(event) => (setComputed(event.currentTarget.checked), changed())}
          />
        </>
      )}
      {faults.length > 0 && (
        <PlainTable
          label="Lines that are no rates"
          rows={faults.slice(0, 20)}
          rowId={(fault) => `${fault.line} ${fault.message}`}
          columns={[
            { id: "line", head: "Line", kind: "number", cell: (fault) => fault.line },
            { id: "why", head: "Why not", cell: (fault) => fault.message },
          ]}
        />
      )}
      {problem && <Refusal problem={problem} />}
      {file && faults.length === 0 && chosen.length > 0 && (
        <>
          <PlainTable<FileRate>
            label="The first rates of the file"
            rows={chosen.slice(0, SHOWN)}
            rowId={(rate) => `${rate.line} ${rate.fromCurrency} ${rate.toCurrency} ${rate.rateType ?? ""}`}
            columns={[
              { id: "line", head: "Line", kind: "number", cell: (rate) => rate.line },
              { id: "day", head: "Day", cell: (rate) => formatDay(rate.validFrom) },
              { id: "pair", head: "Pair", cell: (rate) => `1 ${rate.fromCurrency} in ${rate.toCurrency}` },
              { id: "rate", head: "Rate", kind: "number", cell: (rate) => rate.rate },
            ]}
          />
          <p role="status">
            {chosen.length > SHOWN && `and ${writeCount(chosen.length - SHOWN)} more. `}
            {foreseen && (
              <span className="strong">
                {foreseen.recorded} would be recorded, {foreseen.unchanged} are there already. Nothing is written yet.
              </span>
            )}
          </p>
        </>
      )}
      {foreseen && (
        <p>
          <Button variant="default" size="compact-sm" onClick={changed}>
            Choose again
          </Button>
        </p>
      )}
    </Dialog>
  );
}

/** What the service says of single rates, by the line of the file. */
function linesOf(problem: Problem, chosen: readonly FileRate[]): RateFile["faults"] {
  return problem.body.errors.flatMap((fault) => {
    const at = /^\/rates\/(\d+)/.exec(fault.pointer)?.[1];
    const rate = at === undefined ? undefined : chosen[Number(at)];
    return rate ? [{ line: rate.line, message: fault.message }] : [];
  });
}
