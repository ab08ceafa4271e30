import type { JSX } from "react";
import type { components } from "../../../api/schema";
import { useOrganization } from "../../../api/organization";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { NounChapter } from "../kit/NounChapter";
import type { Noun } from "../kit/noun";
import { currencyNames } from "../../../text/language";

type Currency = components["schemas"]["CurrencyView"];
interface Form {
  code: string;
  name: string;
  decimals: string;
  isActive: boolean;
}

const isoNames = currencyNames();

/** How a currency is called: its own name, or the usual one of its code. */
export const currencyName = (currency: Pick<Currency, "code" | "name">): string => {
  if (currency.name) return currency.name;
  try {
    return isoNames.of(currency.code) ?? currency.code;
  } catch {
    return currency.code;
  }
};

const CURRENCIES: Noun<Currency, Form> = {
  one: "currency",
  many: "currencies",
  path: "/accounting/currencies",
  isWhole: true,
  subject: "currencies",
  event: "currency",
  reads: "currencies:read",
  writes: "currencies:manage",
  idOf: (one) => one.code,
  versionOf: (one) => one.version,
  titleOf: (one) => `${one.code} ${currencyName(one)}`,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    code: one?.code ?? "",
    name: one?.name ?? "",
    decimals: String(one?.decimals ?? 2),
    isActive: one?.isActive ?? true,
  }),
  whyFixed: (one) => (one.isIso ? "It is one of ISO 4217, and stays as it is." : undefined),
  whyFieldFixed: (_, field) => (field === "code" || field === "decimals" ? "It stays, as every stored amount depends on it." : undefined),
  deleting: "Only a currency that nothing uses is deleted; make one that is used inactive instead.",
  fields: [
    { name: "code", label: "Code", help: "3 to 8 capital letters, none of ISO 4217.", kind: "text", maxLength: 8, isRequired: true, upper: true },
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    { name: "decimals", label: "Decimals", help: "They never change.", kind: "number", least: 0, most: 12, isRequired: true },
    { name: "isActive", label: "Active", help: "An inactive currency is not offered for new lines, rates, accounts and parties.", kind: "check", isShown: (_, isNew) => !isNew },
  ],
};

/** Currencies: all of ISO 4217, and those of the organization. */
export function CurrenciesChapter(): JSX.Element {
  const base = useOrganization()?.baseCurrency;
  const columns: Column<Currency>[] = [
    { id: "code", head: "Code", width: "6rem", corner: "bottom-left", cell: (one) => one.code },
    { id: "name", head: "Name", width: "minmax(10rem, 1fr)", corner: "top-left", cell: currencyName },
    { id: "decimals", head: "Decimals", kind: "number", width: "6rem", corner: "top-right", cell: (one) => one.decimals },
    { id: "kind", head: "From", width: "9rem", cell: (one) => (one.isIso ? <span className="dim">ISO 4217</span> : "your own") },
    {
      id: "state",
      head: "State",
      width: "11rem",
      corner: "bottom-right",
      cell: (one) =>
        one.code === base ? <Chip kind="posted">of the books</Chip> : one.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>,
    },
  ];
  return (
    <NounChapter
      noun={CURRENCIES}
      columns={columns}
      wordsOf={(one) => `${one.code} ${currencyName(one)} ${one.isIso ? "" : "own"}`}
      empty="Those of ISO 4217 are always there."
    />
  );
}
