import { useSyncExternalStore } from "react";

/** A value that screens follow, and that anything may read and set without a screen. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  follow(listener: () => void): () => void;
}

/** A store with a first value. */
export function store<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value, and the screen is drawn again when it changes. */
export function useStore<T>(of: Store<T>): T {
  return useSyncExternalStore(of.follow, of.get);
}
