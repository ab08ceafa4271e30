import { Button, NativeSelect } from "@mantine/core";
import { type JSX, useState } from "react";
import { useDimensions } from "../../api/dimensions";
import { type Mapping, useDimensionValues, useMappings } from "../../api/reports";
import { FilterChip } from "../../parts/Filters";
import { type Choice, Lookup } from "../../parts/Lookup";
import { rank } from "../../text/search";
import { type Report, type Values, pairOf } from "./address";
import { plural } from "../../text/language";

const COUNTS = ["0", "1", "2", "3", "5", "11"];

/** What the figures are compared with: periods and years before. */
export function CompareChip({ report }: { report: Report }): JSX.Element {
  const { compare } = report.values;
  const count = (name: string): number => compare?.filter((one) => one === name).length ?? 0;
  const others = compare?.filter((one) => !one.startsWith("previous")) ?? [];
  const set = (periods: number, years: number): void => {
    const next = [...Array<string>(periods).fill("previousPeriod"), ...Array<string>(years).fill("previousYear"), ...others];
    report.change({ compare: next.length > 0 ? next : undefined, columnsBy: undefined });
  };
  const [periods, years] = [count("previousPeriod"), count("previousYear")];
  const words = [wordOf(periods, "period before", "periods before"), wordOf(years, "year before", "years before"), ...others];
  return (
    <FilterChip
      name="Compare"
      value={compare && words.filter((word) => word !== "").join(", ")}
      onClear={() => report.change({ compare: undefined })}
    >
      {() => (
        <div className="filter-form">
          <NativeSelect
            label="Periods before"
            value={String(periods)}
            data={withOwn(periods)}
            onChange={(event) => set(Number(event.currentTarget.value), years)}
          />
          <NativeSelect
            label="The same days of years before"
            value={String(years)}
            data={withOwn(years)}
            onChange={(event) => set(periods, Number(event.currentTarget.value))}
          />
        </div>
      )}
    </FilterChip>
  );
}

const withOwn = (count: number): { value: string; label: string }[] =>
  [...new Set([...COUNTS, String(count)])].map((value) => ({ value, label: value === "0" ? "none" : value }));

const wordOf = (count: number, one: string, many: string): string => (count === 0 ? "" : plural(count, one, `${count} ${many}`));

/** What the figures are split by: a column for each value of a dimension or each currency. */
export function ColumnsChip({ report, hasDimensions }: { report: Report; hasDimensions: boolean }): JSX.Element {
  const dimensions = useDimensions();
  const { columnsBy } = report.values;
  const choices: [string, string][] = [
    ...(hasDimensions ? (dimensions ?? []).map((one): [string, string] => [`dimension:${one.code}`, one.name]) : []),
    ["currency", "Currency"],
  ];
  const name = choices.find(([value]) => value === columnsBy)?.[1] ?? columnsBy;
  return (
    <FilterChip name="Columns" value={name && `by ${name.toLowerCase()}`} onClear={() => report.change({ columnsBy: undefined })}>
      {(close) => (
        <div className="filter-form">
          {choices.map(([value, title]) => (
            <Button
              key={value}
              variant={value === columnsBy ? "light" : "subtle"}
              justify="start"
              onClick={() => {
                report.change({ columnsBy: value, compare: undefined });
                close();
              }}
            >
              {title}
            </Button>
          ))}
        </div>
      )}
    </FilterChip>
  );
}

/** Only lines with a value of a dimension, or without any of it. */
export function DimensionChip({ report }: { report: Report }): JSX.Element | null {
  const dimensions = useDimensions();
  const { dimension, without } = report.values;
  const [chosen, setChosen] = useState<string>();
  const [ownCode, ownValue] = dimension ? pairOf(dimension) : [without, undefined];
  const code = chosen ?? ownCode ?? dimensions?.[0]?.code;
  const of = dimensions?.find((one) => one.code === code);
  const values = useDimensionValues(of?.id);
  const nameOf = (wanted: string | undefined): string => dimensions?.find((one) => one.code === wanted)?.name ?? wanted ?? "";
  if (dimensions?.length === 0 && !dimension && !without) return null;
  const choices = (values ?? []).map((one): Choice => ({ id: one.id, code: one.code, name: one.name === one.code ? "" : one.name }));
  const shown = dimension ? `${nameOf(ownCode)} ${ownValue}` : without && `without ${nameOf(without).toLowerCase()}`;
  return (
    <FilterChip
      name={shown ? "Only" : "Dimension"}
      value={shown}
      onClear={() => report.change({ dimension: undefined, without: undefined })}
    >
      {(close) => (
        <div className="filter-form">
          {dimensions && dimensions.length > 1 && (
            <NativeSelect
              label="Dimension"
              value={code}
              data={dimensions.map((one) => ({ value: one.code, label: one.name }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <Lookup
            label={of?.name ?? "Value"}
            placeholder="Type its first letters"
            value={choices.find((one) => one.code === ownValue) ?? null}
            find={(typed) => (typed === "" ? choices.slice(0, 8) : rank(choices, typed).slice(0, 8))}
            onChange={(choice) => report.change({ dimension: choice ? `${code}:${choice.code}` : undefined, without: undefined })}
            onChosen={close}
          />
          <Button
            variant="subtle"
            justify="start"
            onClick={() => {
              report.change({ dimension: undefined, without: code });
              close();
            }}
          >
            Lines without {of?.name.toLowerCase() ?? "one"}
          </Button>
        </div>
      )}
    </FilterChip>
  );
}

/** The layout of a statement: the standard one, or one that somebody wrote. Absent where there is none to choose. */
export function MappingChip({ report, kind }: { report: Report; kind: Mapping["kind"] }): JSX.Element | null {
  const mappings = useMappings(kind, true);
  const { mapping } = report.values;
  if (!mapping && !mappings?.length) return null;
  return (
    <FilterChip
      name="Layout"
      value={mapping && (mappings?.find((one) => one.id === mapping)?.name ?? mapping)}
      onClear={() => report.change({ mapping: undefined, folded: undefined })}
    >
      {(close) => (
        <div className="filter-form">
          {mappings?.map((one) => (
            <Button
              key={one.id}
              variant={one.id === mapping ? "light" : "subtle"}
              justify="start"
              onClick={() => {
                report.change({ mapping: one.id, folded: undefined });
                close();
              }}
            >
              {one.name}
            </Button>
          ))}
        </div>
      )}
    </FilterChip>
  );
}

type Flag = { [N in keyof Values]: NonNullable<Values[N]> extends boolean ? N : never }[keyof Values];

/** Something that is shown or not. */
export function FlagChip({ report, name, title }: { report: Report; name: NonNullable<Flag>; title: string }): JSX.Element {
  const isOn = report.values[name] === true;
  return (
    <span className="filter" data-set={isOn}>
      <button type="button" className="filter-name" aria-pressed={isOn} onClick={() => report.change({ [name]: isOn ? undefined : true })}>
        {title}
      </button>
    </span>
  );
}

/** One of a few words. */
export function ChoiceChip<Value extends string>({
  name,
  value,
  choices,
  isUsual = false,
  onChange,
}: {
  name: string;
  value: Value | undefined;
  /** Whether the value is that of an address that says nothing. */
  isUsual?: boolean;
  /** What can be chosen, and how it is called. */
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value | undefined) => void;
}): JSX.Element {
  return (
    <FilterChip name={name} value={choices.find(([one]) => one === value)?.[1] ?? value} onClear={isUsual ? undefined : () => onChange(undefined)}>
      {(close) => (
        <div className="filter-form">
          {choices.map(([one, title]) => (
            <Button
              key={one}
              variant={one === value ? "light" : "subtle"}
              justify="start"
              onClick={() => {
                onChange(one);
                close();
              }}
            >
              {title}
            </Button>
          ))}
        </div>
      )}
    </FilterChip>
  );
}
