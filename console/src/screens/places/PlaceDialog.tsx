import { Checkbox, NativeSelect, TextInput, Textarea } from "@mantine/core";
import { type JSX, useMemo } from "react";
import { useChart } from "../../api/accounts";
import { type Warehouse, findLocations, findWarehouses, locationChoice, useLocations, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { Lookup } from "../../parts/Lookup";
import { RecordDialog } from "../../parts/RecordDialog";
import { useRecordForm } from "../../parts/useRecordForm";
import { AccountFields } from "../items/CategoryDialog";
import { ADDRESS, CONTACT, LABELS, type PlaceForm, placeKind } from "./placeForm";
import { BINS, DEFAULTS, KINDS, NEGATIVE, PICKS, SCOPES } from "./words";

const options = (words: Record<string, string>): { value: string; label: string }[] => Object.entries(words).map(([value, label]) => ({ value, label }));

/** Makes a warehouse, or changes one. */
export function PlaceDialog({
  place,
  onClose,
  onSaved,
}: {
  /** Absent for a new one. */
  place: Warehouse | undefined;
  onClose: () => void;
  /** It is saved, under this id. */
  onSaved?: ((id: string) => void) | undefined;
}): JSX.Element {
  const known = useWarehouses();
  const chart = useChart();
  const locations = useLocations(place?.id);
  const kind = useMemo(() => placeKind(known, (id) => chart?.byId.get(id)?.name ?? id), [known, chart]);
  const record = useRecordForm(kind, place, { onSaved, onClose });
  const { form, put, fault } = record;
  const others = known && { ...known, all: known.all.filter((one) => one.id !== place?.id) };
  const choiceOf = (id: string | null) => {
    const found = known?.byId.get(id ?? "");
    return found ? warehouseChoice(found) : null;
  };
  const select = <Field extends "kind" | "binsMode" | "pickStrategy" | "negativeStock" | "costingScope">(field: Field, words: Record<string, string>): JSX.Element => (
    <NativeSelect label={LABELS[field]} value={form[field]} error={fault(field)} data={options(words)} onChange={(event) => put({ [field]: event.currentTarget.value } as Partial<PlaceForm>)} />
  );
  const texts = (field: "address" | "contact", names: readonly (readonly [string, string])[]): JSX.Element[] =>
    names.map(([name, label]) => (
      <TextInput
        key={name}
        label={label}
        value={form[field][name] ?? ""}
        error={fault(`${field}/${name}`)}
        autoComplete="off"
        onChange={(event) => put({ [field]: { ...form[field], [name]: event.currentTarget.value } } as Partial<PlaceForm>)}
      />
    ));
  const isTold = form.code.trim() !== "" && form.name.trim() !== "";
  return (
    <RecordDialog title={place ? `Change ${place.code} ${place.name}` : "New warehouse"} record={record} onClose={onClose} size="xl" disabled={isTold ? undefined : "A warehouse needs a code and a name."}>
      <div className="record-form-pair">
        <TextInput label={LABELS.code} value={form.code} error={fault("code")} data-autofocus required maxLength={20} autoComplete="off" onChange={(event) => put({ code: event.currentTarget.value.toUpperCase() })} />
        <TextInput label={LABELS.name} value={form.name} error={fault("name")} required maxLength={120} autoComplete="off" onChange={(event) => put({ name: event.currentTarget.value })} />
      </div>
      <div className="record-form-pair">
        {select("kind", KINDS)}
        <Lookup label={LABELS.parentId} placeholder="At the top" value={choiceOf(form.parentId)} error={fault("parentId")} find={(typed) => findWarehouses(others, typed)} onChange={(choice) => put({ parentId: choice?.id ?? null })} />
      </div>
      <div className="record-form-pair">
        {select("binsMode", BINS)}
        {select("pickStrategy", PICKS)}
        {select("negativeStock", NEGATIVE)}
        {!place && select("costingScope", SCOPES)}
      </div>
      <Checkbox label="The default: for goods that name no warehouse" checked={form.isDefault} error={fault("isDefault")} disabled={place?.isDefault} onChange={(event) => put({ isDefault: event.currentTarget.checked })} />
      {locations && locations.length > 0 && (
        <fieldset>
          <legend>{LABELS.defaultLocations}</legend>
          <div className="record-form-pair">
            {(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]).map((use) => {
              const bin = locations.find((one) => one.id === form.defaultLocations[use]);
              return (
                <Lookup
                  key={use}
                  label={DEFAULTS[use]}
                  placeholder="None"
                  value={bin ? locationChoice(bin) : null}
                  error={fault(`defaultLocations/${use}`)}
                  find={(typed) => findLocations(locations.filter((one) => one.kind === "bin"), typed)}
                  onChange={(choice) => put({ defaultLocations: { ...form.defaultLocations, [use]: choice?.id ?? null } })}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend>{LABELS.resupplyFrom}</legend>
        <div className="record-form-boxes">
          {(others?.all ?? []).map((one) => (
            <Checkbox
              key={one.id}
              label={one.code}
              checked={form.resupplyFrom.includes(one.id)}
              onChange={(event) => {
                const rest = form.resupplyFrom.filter((id) => id !== one.id);
                put({ resupplyFrom: event.currentTarget.checked ? [...rest, one.id] : rest });
              }}
            />
          ))}
        </div>
      </fieldset>
      <AccountFields accounts={form} fault={fault} above="what is above it, or the organization" onChange={put} />
      <Lookup
        label={LABELS.inTransitWarehouseId}
        placeholder="No warehouse of its own"
        value={choiceOf(form.inTransitWarehouseId)}
        error={fault("inTransitWarehouseId")}
        find={(typed) => findWarehouses(others && { ...others, all: others.all.filter((one) => one.kind === "inTransit") }, typed)}
        onChange={(choice) => put({ inTransitWarehouseId: choice?.id ?? null })}
      />
      <fieldset>
        <legend>Where it is</legend>
        <div className="record-form-pair">
          {texts("address", ADDRESS)}
          {texts("contact", CONTACT)}
          <TextInput label={LABELS.timezone} placeholder="As the organization" value={form.timezone} error={fault("timezone")} autoComplete="off" onChange={(event) => put({ timezone: event.currentTarget.value })} />
          <TextInput label={LABELS.gln} value={form.gln} error={fault("gln")} inputMode="numeric" maxLength={13} autoComplete="off" onChange={(event) => put({ gln: event.currentTarget.value })} />
        </div>
      </fieldset>
      <TextInput label={LABELS.tags} description="With commas between them" value={form.tags} error={fault("tags")} autoComplete="off" onChange={(event) => put({ tags: event.currentTarget.value })} />
      <Textarea label={LABELS.description} value={form.description} error={fault("description")} maxLength={2000} autosize minRows={2} maxRows={6} onChange={(event) => put({ description: event.currentTarget.value })} />
    </RecordDialog>
  );
}
