import { type JSX, useMemo } from "react";
import { useChart } from "../../../api/accounts";
import { useAll } from "../../../api/records";
import type { components } from "../../../api/schema";
import type { Column } from "../../../parts/List";
import { Lookup } from "../../../parts/Lookup";
import { rank } from "../../../text/search";
import { NounChapter } from "../kit/NounChapter";
import type { ControlProps, Noun } from "../kit/noun";

type Category = components["schemas"]["ItemCategoryView"];
interface Form {
  code: string;
  name: string;
  description: string;
  parentId: string;
  valuationAccountId: string;
  cogsAccountId: string;
  adjustmentAccountId: string;
  inTransitAccountId: string;
  scrapAccountId: string;
}

const PATH = "/inventory/item-categories";

function AboveControl({ label, value, error, form, onChange }: ControlProps<string, Form>): JSX.Element {
  const { data } = useAll<Category>("stock", PATH);
  const chosen = data?.find((one) => one.id === value);
  return (
    <Lookup
      label={label}
      placeholder="At the top"
      error={error}
      value={chosen ? { id: chosen.id, code: chosen.code, name: chosen.name } : null}
      find={(typed) => rank((data ?? []).filter((one) => one.code !== form.code), typed).map((one) => ({ id: one.id, code: one.code, name: one.name }))}
      onChange={(choice) => onChange(choice?.id ?? "")}
    />
  );
}

const CATEGORIES: Noun<Category, Form> = {
  one: "item category",
  many: "item categories",
  path: PATH,
  subject: "stock",
  event: "itemCategory",
  reads: "items:read",
  writes: "items:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => `${one.code} ${one.name}`,
  formOf: (one) => ({
    code: one?.code ?? "",
    name: one?.name ?? "",
    description: one?.description ?? "",
    parentId: one?.parentId ?? "",
    valuationAccountId: one?.valuationAccountId ?? "",
    cogsAccountId: one?.cogsAccountId ?? "",
    adjustmentAccountId: one?.adjustmentAccountId ?? "",
    inTransitAccountId: one?.inTransitAccountId ?? "",
    scrapAccountId: one?.scrapAccountId ?? "",
  }),
  deleting: "Only a category without items and without categories below it is deleted.",
  fields: [
    { name: "code", label: "Code", kind: "text", maxLength: 20, isRequired: true, upper: true },
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    { name: "description", label: "What is in it", kind: "long", maxLength: 2000 },
    { name: "parentId", label: "Below", kind: "own", control: AboveControl },
    { name: "valuationAccountId", label: "Account of the value of stock", help: "Empty: that of the category above, else of the organization. An account of the warehouse comes before.", kind: "account" },
    { name: "cogsAccountId", label: "Account of the cost of sales", kind: "account" },
    { name: "adjustmentAccountId", label: "Account of adjustments", kind: "account" },
    { name: "inTransitAccountId", label: "Account of goods in transit", kind: "account" },
    { name: "scrapAccountId", label: "Account of scrap", kind: "account" },
  ],
};

/** Groups of items and their accounts. */
export function CategoriesChapter(): JSX.Element {
  const chart = useChart();
  const { data } = useAll<Category>("stock", PATH);
  const byId = useMemo(() => new Map((data ?? []).map((one) => [one.id as string, one])), [data]);
  const account = (own: string | null, effective: string | null): JSX.Element => {
    const found = effective ? chart?.byId.get(effective) : undefined;
    return <span className={own ? undefined : "dim"}>{found ? `${found.code} ${found.name}` : effective ? "an account" : "none"}</span>;
  };
  const columns: Column<Category>[] = [
    { id: "code", head: "Code", width: "minmax(7rem, 10rem)", corner: "bottom-left", cell: (one) => one.code },
    { id: "name", head: "Name", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "above", head: "Below", width: "minmax(7rem, 1fr)", corner: "top-right", cell: (one) => (one.parentId ? (byId.get(one.parentId)?.name ?? "…") : <span className="dim">at the top</span>) },
    { id: "value", head: "Value of stock", width: "minmax(9rem, 1fr)", cell: (one) => account(one.valuationAccountId, one.effectiveValuationAccountId) },
    { id: "cogs", head: "Cost of sales", width: "minmax(9rem, 1fr)", cell: (one) => account(one.cogsAccountId, one.effectiveCogsAccountId) },
  ];
  return <NounChapter noun={CATEGORIES} columns={columns} empty="With categories, goods of different kinds have accounts of their own: books here, furniture there." />;
}
