import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { JSX, ReactNode } from "react";
import { type Store, store, useStore } from "../api/store";
import "./folds.css";

/** What was opened and folded by hand; all else is as it is at first. */
export type Folds = ReadonlyMap<string, boolean>;

/** The folds of a tree, kept until the tab is closed: Back and a later visit find them as they were left. */
export function folds(name: string): Store<Folds> {
  const key = `countinghouse-folds-${name}`;
  const read = (): Folds => {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]") as [string, boolean][]);
    } catch {
      return new Map();
    }
  };
  const kept = store<Folds>(read());
  kept.follow(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify([...kept.get()]));
    } catch {
      // Nothing is kept in this browser.
    }
  });
  return kept;
}

/** The folds, and what opens or folds one. */
export function useFolds(of: Store<Folds>): [Folds, (id: string, opened: boolean) => void] {
  const now = useStore(of);
  return [now, (id, opened) => of.set(new Map(of.get()).set(id, opened))];
}

/** The first cell of a row in a tree: as far to the right as it lies deep, with the sign that folds it. */
export function Indented({
  level,
  opened,
  name,
  onFold,
  children,
}: {
  /** From 1. */
  level: number;
  /** Undefined where nothing is below it. */
  opened: boolean | undefined;
  /** What is folded, for readers. */
  name: string;
  onFold: (opened: boolean) => void;
  children: ReactNode;
}): JSX.Element {
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <span className="indented" style={{ paddingLeft: `${(level - 1) * 1.25}rem` }}>
      {opened === undefined ? (
        <span className="indented-none" />
      ) : (
        <button type="button" tabIndex={-1} className="indented-fold" aria-label={`${opened ? "Fold" : "Open"} ${name}`} onClick={() => onFold(!opened)}>
          <Icon size={16} stroke={1.5} aria-hidden />
        </button>
      )}
      {children}
    </span>
  );
}
