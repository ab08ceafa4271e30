import { Checkbox, NativeSelect, TextInput, Textarea } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import { type Item, categoryChoice, useCategories, useUnits } from "../../api/items";
import { may } from "../../api/session";
import { AmountInput } from "../../parts/AmountInput";
import { Lookup } from "../../parts/Lookup";
import { RecordDialog } from "../../parts/RecordDialog";
import { useRecordForm } from "../../parts/useRecordForm";
import { rank } from "../../text/search";
import { CategoryDialog } from "./CategoryDialog";
import { type ItemForm, itemKind } from "./itemForm";
import { GtinFields, UnitFields, withOwn } from "./PackFields";
import { COSTING, TRACKING } from "./words";

/** Makes an item, or changes one. */
export function ItemDialog({
  item,
  first,
  onClose,
  onSaved,
}: {
  /** Absent for a new one. */
  item: Item | undefined;
  /** What a new one begins with. */
  first?: Partial<ItemForm> | undefined;
  onClose: () => void;
  /** It is saved, under this id. */
  onSaved?: ((id: string) => void) | undefined;
}): JSX.Element {
  const categories = useCategories();
  const units = useUnits();
  const kind = useMemo(() => itemKind(categories), [categories]);
  const record = useRecordForm(kind, item, { first, onSaved, onClose });
  const { form, put, fault } = record;
  const [newCategory, setNewCategory] = useState<string>();
  const { labels } = kind;
  const category = form.categoryId ? categories?.byId.get(form.categoryId) : undefined;
  const decimals = /^\d$/.test(form.quantityDecimals) ? Number(form.quantityDecimals) : 0;
  const unitChoices = [...(units ?? new Map([["C62", "one"]]))].map(([code, name]) => ({ value: code, label: code === "C62" ? "piece" : name }));
  const quantity = (field: "minQuantity" | "reorderPoint" | "maxQuantity"): JSX.Element => (
    <AmountInput label={labels[field]} value={form[field]} decimals={decimals} error={fault(field)} onChange={(value) => put({ [field]: value })} />
  );
  const isTold = form.sku.trim() !== "" && form.name.trim() !== "";
  return (
    <>
      <RecordDialog title={item ? `Change ${item.sku} ${item.name}` : "New item"} record={record} onClose={onClose} size="xl" disabled={isTold ? undefined : "An item needs a SKU and a name."}>
        <div className="record-form-pair">
          <TextInput label={labels.sku} value={form.sku} error={fault("sku")} data-autofocus required maxLength={60} autoComplete="off" onChange={(event) => put({ sku: event.currentTarget.value })} />
          <TextInput label={labels.name} value={form.name} error={fault("name")} required maxLength={200} autoComplete="off" onChange={(event) => put({ name: event.currentTarget.value })} />
        </div>
        <div className="record-form-pair">
          <Lookup
            label={labels.categoryId}
            placeholder="None"
            value={category && categories ? categoryChoice(categories, category) : null}
            error={fault("categoryId")}
            find={(typed) =>
              categories
                ? rank(categories.all.map((one) => ({ code: one.code, name: one.name, path: categories.path(one), one })), typed).map((hit) => categoryChoice(categories, hit.one))
                : []
            }
            create={may("items:manage") ? { title: (typed) => `New category “${typed}”…`, run: setNewCategory } : undefined}
            onChange={(choice) => put({ categoryId: choice?.id ?? null })}
          />
          <NativeSelect
            label={labels.tracking}
            value={form.tracking}
            error={fault("tracking")}
            data={Object.entries(TRACKING).map(([value, label]) => ({ value, label }))}
            onChange={(event) => put({ tracking: event.currentTarget.value as ItemForm["tracking"] })}
          />
          <NativeSelect
            label={labels.costingMethod}
            value={form.costingMethod}
            error={fault("costingMethod")}
            data={Object.entries(COSTING).map(([value, label]) => ({ value, label, disabled: value === "specific" && form.tracking === "none" }))}
            onChange={(event) => put({ costingMethod: event.currentTarget.value as ItemForm["costingMethod"] })}
          />
        </div>
        <div className="record-form-pair">
          <NativeSelect label={labels.unitCode} value={form.unitCode} error={fault("unitCode")} data={withOwn(unitChoices, form.unitCode)} onChange={(event) => put({ unitCode: event.currentTarget.value })} />
          <TextInput label={labels.quantityDecimals} value={form.quantityDecimals} error={fault("quantityDecimals")} inputMode="numeric" onChange={(event) => put({ quantityDecimals: event.currentTarget.value })} />
        </div>
        <UnitFields units={form.units} base={form.unitCode} choices={unitChoices} fault={fault} onChange={(next) => put({ units: next })} />
        <GtinFields gtins={form.gtins} units={form.units} base={form.unitCode} choices={unitChoices} fault={fault} onChange={(next) => put({ gtins: next })} />
        <fieldset>
          <legend>Levels, in the base unit</legend>
          <div className="record-form-pair">
            {quantity("reorderPoint")}
            {quantity("maxQuantity")}
            {quantity("minQuantity")}
            <TextInput label={labels.leadTimeDays} value={form.leadTimeDays} error={fault("leadTimeDays")} inputMode="numeric" onChange={(event) => put({ leadTimeDays: event.currentTarget.value })} />
          </div>
        </fieldset>
        <fieldset>
          <legend>Of one base unit</legend>
          <div className="record-form-pair">
            {may("costs:read") && <AmountInput label={labels.fallbackCost} value={form.fallbackCost} decimals={6} error={fault("fallbackCost")} onChange={(fallbackCost) => put({ fallbackCost })} />}
            <AmountInput label={labels.weightKg} value={form.weightKg} decimals={6} error={fault("weightKg")} onChange={(weightKg) => put({ weightKg })} />
            <AmountInput label={labels.volumeM3} value={form.volumeM3} decimals={6} error={fault("volumeM3")} onChange={(volumeM3) => put({ volumeM3 })} />
          </div>
        </fieldset>
        <Textarea label={labels.description} value={form.description} error={fault("description")} maxLength={2000} autosize minRows={2} maxRows={6} onChange={(event) => put({ description: event.currentTarget.value })} />
        {item && <Checkbox label="Active: goods of it can be received and sent" checked={form.isActive} error={fault("isActive")} onChange={(event) => put({ isActive: event.currentTarget.checked })} />}
      </RecordDialog>
      {newCategory !== undefined && (
        <CategoryDialog category={undefined} first={{ name: newCategory }} onClose={() => setNewCategory(undefined)} onSaved={(id) => put({ categoryId: id })} />
      )}
    </>
  );
}
