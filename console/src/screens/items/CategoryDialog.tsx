import { TextInput, Textarea } from "@mantine/core";
import { type JSX, useMemo } from "react";
import { choiceOf, findAccounts, useChart } from "../../api/accounts";
import { answer, api } from "../../api/client";
import { type Categories, type Category, categoryChoice, useCategories } from "../../api/items";
import type { components } from "../../api/schema";
import { Lookup } from "../../parts/Lookup";
import { RecordDialog } from "../../parts/RecordDialog";
import { type RecordKind, changedFields, useRecordForm } from "../../parts/useRecordForm";
import { rank } from "../../text/search";

/** The accounts of goods, in the order in which goods meet them. */
export const GOODS_ACCOUNTS = [
  ["valuationAccountId", "Value of stock"],
  ["cogsAccountId", "Cost of goods sold"],
  ["adjustmentAccountId", "Differences of counts"],
  ["scrapAccountId", "Scrapped goods"],
  ["inTransitAccountId", "Goods in transit"],
] as const;

/** The accounts that a category or a warehouse can say, by their ids; null takes that of what is above it. */
export type GoodsAccounts = Record<(typeof GOODS_ACCOUNTS)[number][0], string | null>;

/** What the form of a category holds. */
interface CategoryForm extends GoodsAccounts {
  code: string;
  name: string;
  description: string;
  parentId: string | null;
}

const LABELS: Record<keyof CategoryForm, string> = {
  code: "Code",
  name: "Name",
  description: "Description",
  parentId: "Below the category",
  ...(Object.fromEntries(GOODS_ACCOUNTS) as Record<keyof GoodsAccounts, string>),
};

function formOf(category: Category | undefined): CategoryForm {
  return {
    code: category?.code ?? "",
    name: category?.name ?? "",
    description: category?.description ?? "",
    parentId: category?.parentId ?? null,
    valuationAccountId: category?.valuationAccountId ?? null,
    cogsAccountId: category?.cogsAccountId ?? null,
    adjustmentAccountId: category?.adjustmentAccountId ?? null,
    scrapAccountId: category?.scrapAccountId ?? null,
    inTransitAccountId: category?.inTransitAccountId ?? null,
  };
}

function kindOf(categories: Categories | undefined, accountName: (id: string) => string): RecordKind<CategoryForm, Category> {
  const wire = (field: keyof CategoryForm, form: CategoryForm): unknown => (field === "description" ? form.description.trim() || null : form[field]);
  return {
    name: "category",
    touches: ["stock"],
    formOf,
    labels: LABELS,
    words(form, field) {
      const value = form[field];
      if (value === null) return field === "parentId" ? "the top" : "as above it";
      if (field === "parentId") return categories?.byId.get(value)?.name ?? value;
      return field.endsWith("AccountId") ? accountName(value) : value;
    },
    read: (category) => answer(api.GET("/api/v1/inventory/item-categories/{id}", { params: { path: { id: category.id } } })),
    async save(form, category, key) {
      const header = { "Idempotency-Key": key };
      const changes = changedFields(form, formOf(category), wire);
      if (category) {
        const params = { path: { id: category.id }, header: { ...header, "If-Match": `"${category.version}"` } };
        await answer(api.PUT("/api/v1/inventory/item-categories/{id}", { params, body: changes as components["schemas"]["ItemCategoryPatch"] }));
        return category.id;
      }
      const body = { ...changes, code: form.code.trim(), name: form.name.trim() } as components["schemas"]["ItemCategoryInput"];
      const made = (await answer(api.POST("/api/v1/inventory/item-categories", { params: { header }, body }))) as Category;
      return made.id;
    },
    saved: (form) => `${form.code.toUpperCase()} ${form.name} is saved`,
  };
}

/** Makes a category of items, or changes one: items take the accounts of their value from it. */
export function CategoryDialog({
  category,
  first,
  onClose,
  onSaved,
}: {
  category: Category | undefined;
  first?: Partial<CategoryForm> | undefined;
  onClose: () => void;
  onSaved?: ((id: string) => void) | undefined;
}): JSX.Element {
  const categories = useCategories();
  const chart = useChart();
  const kind = useMemo(() => kindOf(categories, (id) => chart?.byId.get(id)?.name ?? id), [categories, chart]);
  const record = useRecordForm(kind, category, { first, onSaved, onClose });
  const { form, put, fault } = record;
  const parent = form.parentId ? categories?.byId.get(form.parentId) : undefined;
  const isTold = form.code.trim() !== "" && form.name.trim() !== "";
  return (
    <RecordDialog title={category ? `Change ${category.code} ${category.name}` : "New category"} record={record} onClose={onClose} disabled={isTold ? undefined : "A category needs a code and a name."}>
      <div className="record-form-pair">
        <TextInput label={LABELS.code} value={form.code} error={fault("code")} data-autofocus required maxLength={20} autoComplete="off" onChange={(event) => put({ code: event.currentTarget.value.toUpperCase() })} />
        <TextInput label={LABELS.name} value={form.name} error={fault("name")} required maxLength={120} autoComplete="off" onChange={(event) => put({ name: event.currentTarget.value })} />
      </div>
      <Lookup
        label={LABELS.parentId}
        placeholder="At the top"
        value={parent && categories ? categoryChoice(categories, parent) : null}
        error={fault("parentId")}
        find={(typed) =>
          categories
            ? rank(
                categories.all.filter((one) => one.id !== category?.id).map((one) => ({ code: one.code, name: one.name, path: categories.path(one), one })),
                typed,
              ).map((hit) => categoryChoice(categories, hit.one))
            : []
        }
        onChange={(choice) => put({ parentId: choice?.id ?? null })}
      />
      <AccountFields accounts={form} fault={fault} above="the category above it, or the organization" onChange={put} />
      <Textarea label={LABELS.description} value={form.description} error={fault("description")} maxLength={2000} autosize minRows={2} maxRows={6} onChange={(event) => put({ description: event.currentTarget.value })} />
    </RecordDialog>
  );
}

/** The accounts of goods as fields; an empty one takes that of what is above. */
export function AccountFields({
  accounts,
  fault,
  above,
  onChange,
}: {
  accounts: GoodsAccounts;
  fault: (field: string) => string | undefined;
  /** Whose account holds where a field is empty. */
  above: string;
  onChange: (change: Partial<GoodsAccounts>) => void;
}): JSX.Element | null {
  const chart = useChart();
  if (!chart) return null;
  return (
    <fieldset>
      <legend>Accounts; an empty one is that of {above}</legend>
      <div className="record-form-pair">
        {GOODS_ACCOUNTS.map(([field, label]) => {
          const account = chart.byId.get(accounts[field] ?? "");
          return (
            <Lookup
              key={field}
              label={label}
              placeholder="As above"
              value={account ? choiceOf(chart, account) : null}
              error={fault(field)}
              find={(typed) => findAccounts(chart, typed)}
              onChange={(choice) => onChange({ [field]: choice?.id ?? null })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
