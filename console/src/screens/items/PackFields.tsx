import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { JSX } from "react";
import type { GtinField, UnitField } from "./itemForm";

interface Choice {
  value: string;
  label: string;
}

/** The other units in which an item is bought, packed or sold: how many base units one of them is. */
export function UnitFields({
  units,
  base,
  choices,
  fault,
  onChange,
}: {
  units: UnitField[];
  base: string;
  choices: Choice[];
  fault: (field: string) => string | undefined;
  onChange: (units: UnitField[]) => void;
}): JSX.Element {
  const put = (at: number, change: Partial<UnitField>): void => onChange(units.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const baseName = nameOf(choices, base);
  return (
    <fieldset>
      <legend>Other units</legend>
      {units.map((one, at) => (
        <div key={at} className="record-form-row">
          <NativeSelect
            label="One"
            value={one.unitCode}
            error={fault(`units/${at}/unitCode`)}
            data={[{ value: "", label: "choose" }, ...withOwn(choices, one.unitCode).filter((choice) => choice.value !== base)]}
            onChange={(event) => put(at, { unitCode: event.currentTarget.value })}
          />
          <TextInput
            label={one.denominator === "1" ? `is so many (${baseName})` : `is so many ${one.denominator}ths (${baseName})`}
            value={one.numerator}
            error={fault(`units/${at}/numerator`) ?? fault(`units/${at}`)}
            inputMode="numeric"
            onChange={(event) => put(at, { numerator: event.currentTarget.value })}
          />
          <Drop what={`unit ${at + 1}`} onDrop={() => onChange(units.filter((_, index) => index !== at))} />
        </div>
      ))}
      <Button variant="default" size="compact-sm" className="record-form-add" onClick={() => onChange([...units, { unitCode: "", numerator: "", denominator: "1" }])}>
        Add a unit
      </Button>
    </fieldset>
  );
}

/** The GTINs on labels, each of the base unit or of a package. */
export function GtinFields({
  gtins,
  units,
  base,
  choices,
  fault,
  onChange,
}: {
  gtins: GtinField[];
  units: UnitField[];
  base: string;
  choices: Choice[];
  fault: (field: string) => string | undefined;
  onChange: (gtins: GtinField[]) => void;
}): JSX.Element {
  const put = (at: number, change: Partial<GtinField>): void => onChange(gtins.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const packs = units.filter((one) => one.unitCode !== "").map((one) => ({ value: one.unitCode, label: nameOf(choices, one.unitCode) }));
  return (
    <fieldset>
      <legend>GTINs on labels</legend>
      {gtins.map((one, at) => (
        <div key={at} className="record-form-row">
          <TextInput
            label={`GTIN ${at + 1}`}
            value={one.gtin}
            error={fault(`gtins/${at}/gtin`) ?? fault(`gtins/${at}`)}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => put(at, { gtin: event.currentTarget.value })}
          />
          <NativeSelect
            label="names one"
            value={one.unitCode}
            error={fault(`gtins/${at}/unitCode`)}
            data={[{ value: "", label: nameOf(choices, base) }, ...packs]}
            onChange={(event) => put(at, { unitCode: event.currentTarget.value })}
          />
          <Drop what={`GTIN ${at + 1}`} onDrop={() => onChange(gtins.filter((_, index) => index !== at))} />
        </div>
      ))}
      <Button variant="default" size="compact-sm" className="record-form-add" onClick={() => onChange([...gtins, { gtin: "", unitCode: "" }])}>
        Add a GTIN
      </Button>
    </fieldset>
  );
}

/** The units to choose from, with one that has no name here. */
export function withOwn(choices: Choice[], own: string): Choice[] {
  return own === "" || choices.some((one) => one.value === own) ? choices : [{ value: own, label: own }, ...choices];
}

const nameOf = (choices: Choice[], code: string): string => choices.find((one) => one.value === code)?.label ?? code;

function Drop({ what, onDrop }: { what: string; onDrop: () => void }): JSX.Element {
  return (
    <ActionIcon variant="default" size="2rem" aria-label={`Remove ${what}`} onClick={onDrop}>
      <IconX size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
