import { NativeSelect, TextInput } from "@mantine/core";
import type { JSX } from "react";
import { answer, api } from "../../api/client";
import type { Item, Lot, Serial, StockStatus } from "../../api/items";
import type { components } from "../../api/schema";
import { DayInput } from "../../parts/DayInput";
import { RecordDialog } from "../../parts/RecordDialog";
import { type RecordKind, changedFields, useRecordForm } from "../../parts/useRecordForm";
import { formatDay } from "../../text/day";
import { STATUS } from "./words";

/** What the form of a lot holds. */
interface LotForm {
  number: string;
  status: StockStatus;
  expiresOn: string;
  bestBefore: string;
  producedOn: string;
}

const LABELS: Record<keyof LotForm, string> = {
  number: "Number",
  status: "State",
  expiresOn: "Last day of use",
  bestBefore: "Best before",
  producedOn: "Made on",
};

const lotForm = (lot: Lot | undefined): LotForm => ({
  number: lot?.number ?? "",
  status: lot?.status ?? "available",
  expiresOn: lot?.expiresOn ?? "",
  bestBefore: lot?.bestBefore ?? "",
  producedOn: lot?.producedOn ?? "",
});

function lotKind(item: Item): RecordKind<LotForm, Lot> {
  const wire = (field: keyof LotForm, form: LotForm): unknown => form[field] || null;
  return {
    name: `lot of ${item.id}`,
    touches: ["stock"],
    formOf: lotForm,
    labels: LABELS,
    words: (form, field) => (field === "status" ? STATUS[form.status] : field === "number" ? form.number : form[field] && formatDay(form[field])),
    read: (lot) => answer(api.GET("/api/v1/inventory/lots/{id}", { params: { path: { id: lot.id } } })),
    async save(form, lot, key) {
      const header = { "Idempotency-Key": key };
      const changes = changedFields(form, lotForm(lot), wire);
      if (lot) {
        const params = { path: { id: lot.id }, header: { ...header, "If-Match": `"${lot.version}"` } };
        await answer(api.PUT("/api/v1/inventory/lots/{id}", { params, body: changes as components["schemas"]["LotPatch"] }));
        return lot.id;
      }
      const body = { ...changes, itemId: item.id, number: form.number.trim() } as components["schemas"]["LotInput"];
      const made = (await answer(api.POST("/api/v1/inventory/lots", { params: { header }, body }))) as Lot;
      return made.id;
    },
    saved: (form) => `Lot ${form.number} is saved`,
  };
}

/** Makes a lot before its goods come, or changes its dates and whether it can be used. */
export function LotDialog({ item, lot, onClose }: { item: Item; lot: Lot | undefined; onClose: () => void }): JSX.Element {
  const record = useRecordForm(lotKind(item), lot, { onClose });
  const { form, put, fault } = record;
  const day = (field: "expiresOn" | "bestBefore" | "producedOn"): JSX.Element => (
    <DayInput label={LABELS[field]} value={form[field]} error={fault(field)} onChange={(value) => put({ [field]: value })} />
  );
  return (
    <RecordDialog title={lot ? `Change lot ${lot.number}` : `New lot of ${item.sku}`} record={record} onClose={onClose} disabled={form.number.trim() === "" ? "A lot needs its number." : undefined}>
      <div className="record-form-pair">
        <TextInput label={LABELS.number} value={form.number} error={fault("number")} required data-autofocus maxLength={60} autoComplete="off" onChange={(event) => put({ number: event.currentTarget.value })} />
        <StatusField label={LABELS.status} value={form.status} error={fault("status")} onChange={(status) => put({ status })} />
      </div>
      <div className="record-form-pair">
        {day("expiresOn")}
        {day("bestBefore")}
        {day("producedOn")}
      </div>
      <p className="dim">After the last day of use goods are held. The best-before date holds nothing: who takes them is warned.</p>
    </RecordDialog>
  );
}

/** What the form of a piece holds. */
interface SerialForm {
  number: string;
  status: StockStatus;
}

const serialForm = (serial: Serial | undefined): SerialForm => ({ number: serial?.number ?? "", status: serial?.status ?? "available" });

function serialKind(item: Item): RecordKind<SerialForm, Serial> {
  return {
    name: `piece of ${item.id}`,
    touches: ["stock"],
    formOf: serialForm,
    labels: { number: "Number", status: "State" },
    words: (form, field) => (field === "status" ? STATUS[form.status] : form.number),
    read: (serial) => answer(api.GET("/api/v1/inventory/serials/{id}", { params: { path: { id: serial.id } } })),
    async save(form, serial, key) {
      const header = { "Idempotency-Key": key };
      if (serial) {
        const changes = changedFields(form, serialForm(serial), (field, now) => now[field]);
        const params = { path: { id: serial.id }, header: { ...header, "If-Match": `"${serial.version}"` } };
        await answer(api.PUT("/api/v1/inventory/serials/{id}", { params, body: changes as components["schemas"]["SerialPatch"] }));
        return serial.id;
      }
      const body = { itemId: item.id, number: form.number.trim(), status: form.status };
      const made = (await answer(api.POST("/api/v1/inventory/serials", { params: { header }, body }))) as Serial;
      return made.id;
    },
    saved: (form) => `${form.number} is saved`,
  };
}

/** Makes a piece with its number before it comes, or changes whether it can be used. */
export function SerialDialog({ item, serial, onClose }: { item: Item; serial: Serial | undefined; onClose: () => void }): JSX.Element {
  const record = useRecordForm(serialKind(item), serial, { onClose });
  const { form, put, fault } = record;
  return (
    <RecordDialog title={serial ? `Change ${serial.number}` : `New piece of ${item.sku}`} record={record} onClose={onClose} disabled={form.number.trim() === "" ? "A piece needs its number." : undefined}>
      <div className="record-form-pair">
        <TextInput label="Number" value={form.number} error={fault("number")} required data-autofocus maxLength={60} autoComplete="off" onChange={(event) => put({ number: event.currentTarget.value })} />
        <StatusField label="State" value={form.status} error={fault("status")} onChange={(status) => put({ status })} />
      </div>
    </RecordDialog>
  );
}

function StatusField({ label, value, error, onChange }: { label: string; value: StockStatus; error: string | undefined; onChange: (status: StockStatus) => void }): JSX.Element {
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      data={Object.entries(STATUS).map(([code, words]) => ({ value: code, label: words }))}
      onChange={(event) => onChange(event.currentTarget.value as StockStatus)}
    />
  );
}
