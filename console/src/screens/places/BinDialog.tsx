import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type JSX, useMemo } from "react";
import { answer, api } from "../../api/client";
import type { components } from "../../api/schema";
import { type Location, findLocations, locationChoice } from "../../api/warehouses";
import { Lookup } from "../../parts/Lookup";
import { RecordDialog } from "../../parts/RecordDialog";
import { type RecordKind, changedFields, useRecordForm } from "../../parts/useRecordForm";
import { ACTIVITIES } from "./words";

/** What the form of a bin or a zone holds. */
export interface BinForm {
  code: string;
  name: string;
  kind: Location["kind"];
  parentId: string | null;
  activities: Location["activities"];
  isActive: boolean;
}

const ALL = Object.keys(ACTIVITIES) as Location["activities"];

const LABELS: Record<keyof BinForm, string> = {
  code: "Code",
  name: "Name",
  kind: "Kind",
  parentId: "In the zone",
  activities: "What is done there",
  isActive: "Active",
};

function formOf(bin: Location | undefined): BinForm {
  return {
    code: bin?.code ?? "",
    name: bin?.name ?? "",
    kind: bin?.kind ?? "bin",
    parentId: bin?.parentId ?? null,
    activities: ALL.filter((one) => bin?.activities.includes(one) ?? true),
    isActive: bin?.isActive ?? true,
  };
}

function kindOf(warehouseId: string, known: readonly Location[]): RecordKind<BinForm, Location> {
  const wire = (field: keyof BinForm, form: BinForm): unknown => (field === "name" ? form.name.trim() || null : form[field]);
  return {
    name: `bin of ${warehouseId}`,
    touches: ["stock"],
    formOf,
    labels: LABELS,
    words(form, field) {
      if (field === "parentId") return known.find((one) => one.id === form.parentId)?.code ?? "none";
      if (field === "activities") return form.activities.map((one) => ACTIVITIES[one]).join(", ");
      if (field === "isActive") return form.isActive ? "yes" : "no";
      return form[field];
    },
    read: (bin) => answer(api.GET("/api/v1/warehouses/{id}/locations/{locationId}", { params: { path: { id: warehouseId, locationId: bin.id } } })),
    async save(form, bin, key) {
      const header = { "Idempotency-Key": key };
      const changes = changedFields(form, formOf(bin), wire);
      if (bin) {
        const params = { path: { id: warehouseId, locationId: bin.id }, header: { ...header, "If-Match": `"${bin.version}"` } };
        await answer(api.PUT("/api/v1/warehouses/{id}/locations/{locationId}", { params, body: changes as components["schemas"]["LocationPatch"] }));
        return bin.id;
      }
      const body = { ...changes, code: form.code.trim() } as components["schemas"]["LocationInput"];
      const made = (await answer(api.POST("/api/v1/warehouses/{id}/locations", { params: { path: { id: warehouseId }, header }, body }))) as Location;
      return made.id;
    },
    saved: (form) => `${form.code.toUpperCase()} is saved`,
  };
}

/** Makes a bin or a zone, or changes one. */
export function BinDialog({
  warehouseId,
  known,
  bin,
  first,
  onClose,
  onSaved,
}: {
  warehouseId: string;
  /** The bins and zones that there are. */
  known: readonly Location[];
  bin: Location | undefined;
  first?: Partial<BinForm> | undefined;
  onClose: () => void;
  onSaved?: ((id: string) => void) | undefined;
}): JSX.Element {
  const kind = useMemo(() => kindOf(warehouseId, known), [warehouseId, known]);
  const record = useRecordForm(kind, bin, { first, onSaved, onClose });
  const { form, put, fault } = record;
  return (
    <RecordDialog title={bin ? `Change ${bin.code}` : form.kind === "zone" ? "New zone" : "New bin"} record={record} onClose={onClose} disabled={form.code.trim() === "" ? "It needs a code." : undefined}>
      <div className="record-form-pair">
        <TextInput label={LABELS.code} value={form.code} error={fault("code")} data-autofocus required maxLength={40} autoComplete="off" onChange={(event) => put({ code: event.currentTarget.value.toUpperCase() })} />
        <TextInput label={LABELS.name} value={form.name} error={fault("name")} maxLength={120} autoComplete="off" onChange={(event) => put({ name: event.currentTarget.value })} />
      </div>
      <BinFields form={form} known={known} own={bin?.id} fault={fault} onChange={put} />
      {bin && <Checkbox label="Active: goods can be put there" checked={form.isActive} error={fault("isActive")} onChange={(event) => put({ isActive: event.currentTarget.checked })} />}
    </RecordDialog>
  );
}

/** What a bin and a row of bins both say: kind, zone and what is done there. */
export function BinFields({
  form,
  known,
  own,
  fault,
  withKind = true,
  onChange,
}: {
  form: Pick<BinForm, "kind" | "parentId" | "activities">;
  known: readonly Location[];
  /** The bin itself, which cannot lie in itself. */
  own?: string | undefined;
  fault: (field: string) => string | undefined;
  withKind?: boolean;
  onChange: (change: Partial<BinForm>) => void;
}): JSX.Element {
  const zones = known.filter((one) => one.kind === "zone" && one.id !== own);
  const zone = zones.find((one) => one.id === form.parentId);
  return (
    <>
      <div className="record-form-pair">
        {withKind && (
          <NativeSelect
            label={LABELS.kind}
            value={form.kind}
            error={fault("kind")}
            data={[
              { value: "bin", label: "bin: goods lie in it" },
              { value: "zone", label: "zone: bins lie in it" },
            ]}
            onChange={(event) => onChange({ kind: event.currentTarget.value as BinForm["kind"] })}
          />
        )}
        <Lookup
          label={LABELS.parentId}
          placeholder={zones.length === 0 ? "There are no zones" : "At the top"}
          value={zone ? locationChoice(zone) : null}
          error={fault("parentId")}
          find={(typed) => findLocations(zones, typed)}
          onChange={(choice) => onChange({ parentId: choice?.id ?? null })}
        />
      </div>
      <fieldset>
        <legend>{LABELS.activities}</legend>
        <div className="record-form-boxes">
          {ALL.map((activity) => (
            <Checkbox
              key={activity}
              label={ACTIVITIES[activity]}
              checked={form.activities.includes(activity)}
              onChange={(event) => {
                const chosen = new Set(form.activities);
                if (event.currentTarget.checked) chosen.add(activity);
                else chosen.delete(activity);
                onChange({ activities: ALL.filter((one) => chosen.has(one)) });
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
