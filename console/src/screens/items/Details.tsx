import { Button } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import { useChart } from "../../api/accounts";
import { type Item, unitWord, useCategories, useUnits } from "../../api/items";
import { useOrganization } from "../../api/organization";
import { may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Facts } from "../../parts/Facts";
import { Moment } from "../../parts/Moment";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { ToStatement } from "../../parts/ToStatement";
import { CategoryDialog, GOODS_ACCOUNTS } from "./CategoryDialog";
import { COSTING, TRACKING } from "./words";

/** All that is said of an item: units, labels, levels, accounts. */
export function Details({ item }: { item: Item }): JSX.Element {
  const units = useUnits();
  const categories = useCategories();
  const currency = useOrganization()?.baseCurrency;
  const [isEditing, setEditing] = useState(false);
  const category = item.categoryId ? categories?.byId.get(item.categoryId) : undefined;
  const unit = (code: string): string => unitWord(units, code) || "piece";
  const quantity = (value: string | null): ReactNode => value !== null && <Quantity value={value} unit={item.unitCode} />;
  return (
    <div className="record-tab" data-flows>
      <section>
        <h2>What it is</h2>
        <Facts
          facts={[
            ["Base unit", unit(item.unitCode)],
            ["Decimals", String(item.quantityDecimals)],
            ["Goods are told apart", TRACKING[item.tracking]],
            ["Costing", COSTING[item.costingMethod]],
            ["Weight", item.weightKg && <><Amount value={item.weightKg} /> kg</>],
            ["Volume", item.volumeM3 && <><Amount value={item.volumeM3} /> m³</>],
            ["Cost if nothing better is known", item.fallbackCost && <Amount value={item.fallbackCost} currency={currency} />],
          ]}
        />
        {item.description && <p dir="auto">{item.description}</p>}
      </section>
      <section>
        <h2>Levels</h2>
        <Facts
          none="No levels are set, so nothing is suggested to be bought."
          facts={[
            ["Reorder at", quantity(item.reorderPoint)],
            ["At most", quantity(item.maxQuantity)],
            ["At least", quantity(item.minQuantity)],
            ["Delivery", item.leadTimeDays !== null && `${item.leadTimeDays} days`],
          ]}
        />
      </section>
      {item.units.length > 0 && (
        <section>
          <h2>Other units</h2>
          <PlainTable
            label="Other units"
            rows={item.units}
            rowId={(one) => one.unitCode}
            columns={[
              { id: "unit", head: "One", cell: (one) => unit(one.unitCode) },
              { id: "is", head: `is so many (${unit(item.unitCode)})`, kind: "number", cell: (one) => (one.denominator === 1 ? <Amount value={String(one.numerator)} /> : `${one.numerator} / ${one.denominator}`) },
            ]}
          />
        </section>
      )}
      {item.gtins.length > 0 && (
        <section>
          <h2>GTINs</h2>
          <PlainTable
            label="GTINs"
            rows={item.gtins}
            rowId={(one) => one.gtin}
            columns={[
              { id: "gtin", head: "GTIN", cell: (one) => <code>{one.gtin}</code> },
              { id: "unit", head: "Names one", cell: (one) => unit(one.unitCode ?? item.unitCode) },
            ]}
          />
        </section>
      )}
      {may("accounts:read") && (
        <section>
          <h2>Accounts</h2>
          <p className="dim">
            {category ? `Of its category ${category.name}, or what is above it. ` : "Of the organization, as it has no category. "}A warehouse's own accounts take precedence.
            {category && may("items:manage") && (
              <>
                {" "}
                <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
                  Change the category…
                </Button>
              </>
            )}
          </p>
          <Facts facts={GOODS_ACCOUNTS.map(([field, label]) => [label, <AccountLink key={field} id={item[effective(field)]} />])} />
        </section>
      )}
      {Object.keys(item.metadata).length > 0 && (
        <section>
          <h2>Data of other programs</h2>
          <Facts facts={Object.entries(item.metadata).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])} />
        </section>
      )}
      <p className="dim">
        Made <Moment at={item.createdAt} />, last changed <Moment at={item.updatedAt} />.
      </p>
      {isEditing && category && <CategoryDialog category={category} onClose={() => setEditing(false)} />}
    </div>
  );
}

type Field = (typeof GOODS_ACCOUNTS)[number][0];

/** The name of the field that says which account holds, whoever says so. */
export const effective = <F extends Field>(field: F): `effective${Capitalize<F>}` => `effective${field.charAt(0).toUpperCase()}${field.slice(1)}` as `effective${Capitalize<F>}`;

/** An account as a link to its statement. */
export function AccountLink({ id }: { id: string | null }): JSX.Element | null {
  const account = useChart()?.byId.get(id ?? "");
  if (!account) return id === null ? <span className="dim">none</span> : null;
  return (
    <ToStatement account={account.code}>
      {account.code} {account.name}
    </ToStatement>
  );
}
