import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { JSX } from "react";
import type { ControlProps } from "../kit/noun";
import { type MappingForm, type Section, newSection, usualSections } from "./mappings";
import "./sections.css";

const TYPES = ["asset", "liability", "equity", "revenue", "expense"] as const;

/** The sections of a layout, one below the other: title, what it is below, its side, and the accounts it claims. */
export function SectionsControl({ label, help, value, error, form, onChange }: ControlProps<Section[], MappingForm>): JSX.Element {
  const put = (at: number, change: Partial<Section>): void => onChange(value.map((section, index) => (index === at ? { ...section, ...change } : section)));
  const move = (at: number, by: -1 | 1): void => {
    const next = [...value];
    const [section] = next.splice(at, 1);
    if (section) next.splice(at + by, 0, section);
    onChange(next);
  };
  const free = (): string => {
    for (let number = value.length + 1; ; number += 1) if (!value.some((one) => one.key === `section${number}`)) return `section${number}`;
  };
  return (
    <fieldset className="settings-set">
      <legend>{label}</legend>
      <p className="dim">{help}</p>
      {value.map((section, at) => (
        <SectionRow
          key={section.key}
          section={section}
          kind={form.kind}
          above={value.slice(0, at)}
          onChange={(change) => put(at, change)}
          onUp={at > 0 ? () => move(at, -1) : undefined}
          onDrop={() => onChange(value.filter((_, index) => index !== at).map((one) => (one.parentKey === section.key ? { ...one, parentKey: null } : one)))}
        />
      ))}
      {error && <p className="negative">{error}</p>}
      <span className="person-deeds">
        <Button variant="default" size="compact-sm" onClick={() => onChange([...value, newSection(free())])}>
          Add a section
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onChange(usualSections(form.kind))}>
          Begin with the usual ones
        </Button>
      </span>
    </fieldset>
  );
}

function SectionRow({
  section,
  kind,
  above,
  onChange,
  onUp,
  onDrop,
}: {
  section: Section;
  kind: MappingForm["kind"];
  above: readonly Section[];
  onChange: (change: Partial<Section>) => void;
  onUp: (() => void) | undefined;
  onDrop: () => void;
}): JSX.Element {
  const called = section.title || "the section";
  return (
    <section className="section-row" aria-label={called}>
      <TextInput label="Title" value={section.title} maxLength={200} autoComplete="off" onChange={(event) => onChange({ title: event.currentTarget.value })} />
      <NativeSelect
        label="Below"
        value={section.parentKey ?? ""}
        data={[{ value: "", label: "at the top" }, ...above.map((one) => ({ value: one.key, label: one.title || one.key }))]}
        onChange={(event) => onChange({ parentKey: event.currentTarget.value || null })}
      />
      <NativeSelect
        label="Positive on the"
        value={section.side}
        data={[
          { value: "debit", label: "debit side" },
          { value: "credit", label: "credit side" },
        ]}
        onChange={(event) => onChange({ side: event.currentTarget.value as Section["side"] })}
      />
      {kind === "cashFlow" && section.parentKey === null && (
        <NativeSelect
          label="Activity"
          value={section.activity ?? "operating"}
          data={["operating", "investing", "financing"].map((one) => ({ value: one, label: one }))}
          onChange={(event) => onChange({ activity: event.currentTarget.value as NonNullable<Section["activity"]> })}
        />
      )}
      <TextInput
        label="Accounts"
        description="Codes and ranges: 1000, 1100-1199. A group claims all below it."
        value={writtenCodes(section)}
        autoComplete="off"
        onChange={(event) => onChange(readCodes(event.currentTarget.value))}
      />
      <div className="section-types">
        {TYPES.map((type) => (
          <Checkbox
            key={type}
            label={type}
            checked={section.types.includes(type)}
            onChange={(event) => onChange({ types: TYPES.filter((one) => (one === type ? event.currentTarget.checked : section.types.includes(one))) })}
          />
        ))}
        <Checkbox label="shows the result of open years" checked={section.hasResults} onChange={(event) => onChange({ hasResults: event.currentTarget.checked })} />
        {section.subtypes.length > 0 && <span className="dim">and the subtypes {section.subtypes.join(", ")}</span>}
      </div>
      <span className="person-deeds">
        {onUp && (
          <Button variant="default" size="compact-xs" onClick={onUp} aria-label={`Move ${called} up`}>
            Up
          </Button>
        )}
        <Button variant="default" size="compact-xs" onClick={onDrop} aria-label={`Remove ${called}`}>
          Remove
        </Button>
      </span>
    </section>
  );
}

/** Codes and ranges as one text. */
export const writtenCodes = (section: Pick<Section, "codes" | "codeRanges">): string =>
  [...section.codes, ...section.codeRanges.map((range) => `${range.from}-${range.to}`)].join(", ");

/** `1000, 1100-1199` as codes and ranges. A range that is being typed stays a code. */
export function readCodes(text: string): Pick<Section, "codes" | "codeRanges"> {
  const parts = text.split(/,\s*/);
  const ranges = parts.flatMap((part) => {
    const [, from, to] = /^\s*([\w.]+)\s*-\s*([\w.]+)\s*$/.exec(part) ?? [];
    return from && to ? [{ from, to }] : [];
  });
  return { codes: parts.filter((part) => !/^\s*[\w.]+\s*-\s*[\w.]+\s*$/.test(part)), codeRanges: ranges };
}
