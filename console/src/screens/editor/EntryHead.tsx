import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type JSX, type KeyboardEvent, memo, useEffect, useState } from "react";
import { useJournals } from "../../api/journals";
import { usePeriods } from "../../api/periods";
import { may } from "../../api/session";
import { type Store, useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { DayInput } from "../../parts/DayInput";
import { readAmount } from "../../text/amount";
import { formatDay } from "../../text/day";
import { closedDay } from "./closedDay";
import type { Head } from "./draft";
import type { HeadFaults } from "./faults";
import type { Books } from "./reading";
import { OpenDay } from "./Refused";

interface Props {
  head: Store<Head>;
  books: Books;
  faults: HeadFaults;
  /** What stands in a field cannot be read; the entry has what was there before. */
  onFault: (field: keyof Head, message: string | undefined) => void;
  /** Enter in the last field: on to the lines. */
  onDone: () => void;
}

/** The name of the element of a field of the head. */
export const fieldId = (field: keyof Head): string => `entry-${field}`;

/** The element of the date: the first field of an entry. */
export const DATE_FIELD = fieldId("date");

/** What stands above the lines: date, text, reference and journal; behind More what few entries have. */
export const EntryHead = memo(function EntryHead({ head, books, faults, onFault, onDone }: Props): JSX.Element {
  const now = useStore(head);
  const journals = useJournals();
  const kind = journals?.find((one) => one.id === now.journal)?.kind;
  // Invoices have a date of their own, from which they are due.
  const isOnPaper = kind === "sales" || kind === "purchase" || now.documentDate !== "" || faults.documentDate !== undefined;
  const closed = closedDay(usePeriods(), now.date, may("periods:override"));
  const hasMore = now.reverseOn || now.currency || now.rate || Object.keys(now.dimensions).length > 0;
  const isAtFault = (["reverseOn", "currency", "rate"] as const).some((field) => faults[field]);
  const [isOpen, setOpen] = useState(Boolean(hasMore));
  const change = (part: Partial<Head>): void => head.set({ ...head.get(), ...part });
  const toText = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) document.getElementById("entry-text")?.focus();
  };
  const toLines = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onDone();
  };
  return (
    <div className="editor-head" data-paper={isOnPaper}>
      <DayInput
        id={DATE_FIELD}
        label="Date"
        value={now.date}
        from={now.date || undefined}
        inPeriods
        error={faults.date ?? (closed && "Closed")}
        onChange={(date) => change({ date })}
        onFault={(message) => onFault("date", message)}
        onKeyDown={toText}
        className="entry-date"
      />
      {isOnPaper && (
        <DayInput
          id={fieldId("documentDate")}
          onFault={(message) => onFault("documentDate", message)}
          label="Document date"
          placeholder={now.date && formatDay(now.date)}
          value={now.documentDate}
          from={now.date || undefined}
          error={faults.documentDate}
          onChange={(documentDate) => change({ documentDate })}
          onKeyDown={toText}
          className="editor-paper"
        />
      )}
      <TextInput
        id="entry-text"
        label="Text"
        value={now.description}
        dir="auto"
        error={faults.description}
        maxLength={2000}
        autoComplete="off"
        onChange={(event) => change({ description: event.currentTarget.value })}
        onKeyDown={toLines}
        className="editor-text"
      />
      <TextInput
        id="entry-reference"
        label="Reference"
        placeholder="Number of the document"
        value={now.reference}
        error={faults.reference}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => change({ reference: event.currentTarget.value })}
        onKeyDown={toLines}
        className="editor-reference"
      />
      {journals && (
        <NativeSelect
          label="Journal"
          value={now.journal}
          error={faults.journal}
          onChange={(event) => change({ journal: event.currentTarget.value })}
          data={journals.filter((one) => one.isActive || one.id === now.journal).map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))}
          className="entry-journal"
        />
      )}
      <Button variant="default" className="editor-more" aria-expanded={isOpen || isAtFault} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Less" : "More"}
      </Button>
      <OpenDay head={head} isWordy />
      {(isOpen || isAtFault) && <More now={now} isOnPaper={isOnPaper} books={books} faults={faults} onFault={onFault} change={change} />}
    </div>
  );
});

interface MoreProps {
  now: Head;
  /** The document date stands above already. */
  isOnPaper: boolean;
  books: Books;
  faults: HeadFaults;
  onFault: Props["onFault"];
  change: (part: Partial<Head>) => void;
}

function More({ now, isOnPaper, books, faults, onFault, change }: MoreProps): JSX.Element {
  return (
    <div className="editor-head-more">
      {!isOnPaper && (
        <DayInput
          id={fieldId("documentDate")}
          onFault={(message) => onFault("documentDate", message)}
          label="Document date"
          value={now.documentDate}
          from={now.date || undefined}
          error={faults.documentDate}
          onChange={(documentDate) => change({ documentDate })}
        />
      )}
      <DayInput
        id={fieldId("reverseOn")}
        onFault={(message) => onFault("reverseOn", message)}
        label="Reverse on"
        placeholder="never"
        value={now.reverseOn}
        from={now.date || undefined}
        error={faults.reverseOn}
        onChange={(reverseOn) => change({ reverseOn })}
      />
      <TextInput
        label="Currency"
        placeholder={books.base}
        value={now.currency}
        error={faults.currency ?? (now.currency && books.decimals.size > 0 && !books.decimals.has(now.currency) ? "No such currency" : undefined)}
        maxLength={8}
        autoComplete="off"
        onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase().trim() })}
      />
      {now.currency && now.currency !== books.base && (
        <Rate
          rate={now.rate}
          label={`${books.base} for 1 ${now.currency}`}
          error={faults.rate}
          onFault={(message) => onFault("rate", message)}
          onChange={(rate) => change({ rate })}
        />
      )}
      {books.dimensions.map((one) => (
        <NativeSelect
          key={one.code}
          label={one.name}
          value={now.dimensions[one.code] ?? ""}
          error={faults[`dim:${one.code}`]}
          onChange={(event) => {
            const { [one.code]: _, ...others } = now.dimensions;
            const value = event.currentTarget.value;
            change({ dimensions: value ? { ...others, [one.code]: value } : others });
          }}
          data={[{ value: "", label: "by line" }, ...one.values.map((value) => ({ value: value.code, label: `${value.code} ${value.name}` }))]}
        />
      ))}
    </div>
  );
}

/** A rate as people type it; without one, that in effect on the date is taken. */
function Rate({
  rate,
  label,
  error,
  onFault,
  onChange,
}: {
  rate: string;
  label: string;
  error: string | undefined;
  onFault: (message: string | undefined) => void;
  onChange: (rate: string) => void;
}): JSX.Element {
  const { locale } = useStore(settings);
  const [text, setText] = useState(rate);
  const [fault, setFault] = useState<string>();
  useEffect(() => setText(rate), [rate]);
  function say(message: string | undefined): void {
    setFault(message);
    onFault(message);
  }
  function read(): void {
    if (text.trim() === "") {
      say(undefined);
      onChange("");
      return;
    }
    const reading = readAmount(text, { decimals: 12, locale });
    if (!reading.ok) {
      say(reading.message);
      return;
    }
    const plain = reading.value.replace(/\.?0+$/, "");
    say(undefined);
    setText(plain);
    onChange(plain);
  }
  return (
    <TextInput
      id={fieldId("rate")}
      label={label}
      placeholder="rate of the day"
      value={text}
      error={fault ?? error}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={read}
    />
  );
}
