import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { settings } from "./settings";

// Mantine's own script for the first paint would stand in the page, which the page's policy refuses: the attribute is set here,
// before anything is drawn.

const dark = (): boolean => matchMedia("(prefers-color-scheme: dark)").matches;

/** Sets the colours of the page as the user or the system wants them, now and when that changes. */
export function followScheme(): void {
  const apply = (): void => {
    const { scheme, density } = settings.get();
    const shown = scheme === "auto" ? (dark() ? "dark" : "light") : scheme;
    document.documentElement.setAttribute("data-mantine-color-scheme", shown);
    document.documentElement.setAttribute("data-density", density);
  };
  apply();
  settings.follow(apply);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

/** Mantine asks for and keeps the scheme in the settings of the console. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => settings.get().scheme,
  set: (scheme: MantineColorScheme) => settings.set({ ...settings.get(), scheme }),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
