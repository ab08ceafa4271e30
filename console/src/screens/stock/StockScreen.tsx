import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { queries } from "../../api/queries";
import { mayProve } from "../../api/proof";
import { News } from "../../parts/News";
import "../../parts/screen.css";
import { Tabs } from "../../parts/Tabs";
import { formatDay } from "../../text/day";
import { type View, type StockFilters, useStockFilters, viewsOfUser } from "./address";
import { Ageing } from "./Ageing";
import { Expiry } from "./Expiry";
import { OnHand } from "./OnHand";
import { Reorder } from "./Reorder";
import "./stock.css";
import { Transit } from "./Transit";
import { Turns } from "./Turns";
import { Valuation } from "./Valuation";

const PARTS: Record<View, (props: { filters: StockFilters }) => JSX.Element> = {
  onHand: OnHand,
  ageing: Ageing,
  turns: Turns,
  expiry: Expiry,
  reorder: Reorder,
  transit: Transit,
  valuation: Valuation,
};

/** Goods by item and place, and what they tell: their age, turns, expiry, what is to be bought, on its way, and worth. */
export function StockScreen(): JSX.Element {
  const filters = useStockFilters();
  const navigate = useNavigate();
  const Part = PARTS[filters.view];
  return (
    <div className="screen stock">
      <div className="screen-head">
        <h1>Stock</h1>
        {filters.view !== "turns" && <p>{filters.values.asOf ? `At the end of ${formatDay(filters.values.asOf)}` : "As it is now"}</p>}
        <div className="filters-end">
          <News noun="movement" onShow={() => void queries.resetQueries({ queryKey: ["stock"] })} />
          {mayProve() && (
            <Button variant="default" onClick={() => void navigate({ to: "/stock/proof", search: filters.values.asOf ? { asOf: filters.values.asOf } : {} })}>
              Proof
            </Button>
          )}
        </div>
      </div>
      <Tabs label="Views of stock" name="view" tabs={viewsOfUser()} current={filters.view} keeps={["item", "warehouse", "category", "asOf", "knownAt"]} />
      <Part key={filters.view} filters={filters} />
    </div>
  );
}
