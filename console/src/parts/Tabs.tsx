import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import "./tabs.css";

/** The parts of a screen, each with its own address: `?tab=ledger`. The first one is there without. */
export function Tabs<Tab extends string>({
  label,
  name = "tab",
  tabs,
  current,
  keeps,
}: {
  /** What they are parts of, for readers. */
  label: string;
  /** The parameter of the address. */
  name?: string;
  tabs: readonly (readonly [Tab, string])[];
  current: Tab;
  /** Which parameters another part has, too: what else the address says is dropped. */
  keeps?: readonly string[] | undefined;
}): JSX.Element {
  const first = tabs[0]?.[0];
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(([tab, title]) => (
        <Link
          key={tab}
          to="."
          search={(now) => ({
            ...Object.fromEntries(Object.entries(now).filter(([key]) => key !== name && (!keeps || keeps.includes(key)))),
            ...(tab !== first && { [name]: tab }),
          })}
          // Where one came from stays known.
          state={(now) => now}
          replace
          aria-current={tab === current ? "page" : undefined}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
