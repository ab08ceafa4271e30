import type { Account } from "../../api/accounts";
import { answer, api } from "../../api/client";
import type { components } from "../../api/schema";
import { same } from "../../parts/merge";

/** What the form of an account holds. */
export interface AccountForm {
  code: string;
  name: string;
  kind: Account["kind"];
  parentId: string | null;
  isGroup: boolean;
  /** Empty takes any currency. */
  currency: string;
  controlFor: NonNullable<Account["controlFor"]> | "";
  isReconcilable: boolean;
  requiredDimensions: string[];
  isActive: boolean;
}

/** The fields as people call them. */
export const LABELS: Record<keyof AccountForm, string> = {
  code: "Code",
  name: "Name",
  kind: "Kind",
  parentId: "Below",
  isGroup: "Group",
  currency: "Currency",
  controlFor: "Sum of",
  isReconcilable: "Open items",
  requiredDimensions: "Required dimensions",
  isActive: "Active",
};

/** A form with what an account has, or an empty one. */
export function formOf(account: Account | undefined): AccountForm {
  return {
    code: account?.code ?? "",
    name: account?.name ?? "",
    kind: account?.kind ?? "asset",
    parentId: account?.parentId ?? null,
    isGroup: account?.isGroup ?? false,
    currency: account?.currency ?? "",
    controlFor: account?.controlFor ?? "",
    isReconcilable: account?.isReconcilable ?? false,
    requiredDimensions: account?.requiredDimensions ?? [],
    isActive: account?.isActive ?? true,
  };
}

type Patch = components["schemas"]["AccountPatch"];

/** The fields that differ, as the API takes them. */
function changed(form: AccountForm, before: AccountForm): Partial<Patch> {
  const wire = (field: keyof AccountForm): unknown =>
    field === "currency" || field === "controlFor" ? form[field] || null : form[field];
  const fields = (Object.keys(form) as (keyof AccountForm)[]).filter((field) => !same(form[field], before[field]));
  return Object.fromEntries(fields.map((field) => [field, wire(field)])) as Partial<Patch>;
}

/** Makes the account, or changes what differs from what was read. */
export async function saveAccount(form: AccountForm, account: Account | undefined, key: string): Promise<void> {
  const header = { "Idempotency-Key": key };
  if (!account) {
    const { code, name, kind, isActive: _, ...rest } = form;
    const none = formOf(undefined);
    const more = changed({ ...none, ...rest }, none);
    // Left out, it would be what the subledger suggests, and not what the form shows.
    const opens = form.isGroup ? {} : { isReconcilable: form.isReconcilable };
    const body = { code, name, kind, ...more, ...opens } as components["schemas"]["AccountInput"];
    await answer(api.POST("/api/v1/accounting/accounts", { params: { header }, body }));
    return;
  }
  const params = { path: { id: account.id }, header: { ...header, "If-Match": `"${account.version}"` } };
  await answer(api.PUT("/api/v1/accounting/accounts/{id}", { params, body: changed(form, formOf(account)) as Patch }));
}

/** The account as it is now. */
export function readAccount(id: string): Promise<Account> {
  return answer(api.GET("/api/v1/accounting/accounts/{id}", { params: { path: { id } } }));
}
