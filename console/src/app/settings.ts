import { store } from "../api/store";

/** How one person wants to see and type things, on this device. */
export interface Settings {
  /** Light, dark, or as the system is. */
  scheme: "auto" | "light" | "dark";
  /** How high rows are. */
  density: "compact" | "calm";
  /** The language of numbers: which separators they have. */
  locale: string;
  /** In which order days are typed. */
  dayOrder: "dmy" | "mdy" | "ymd";
  /** How amounts below zero are shown. */
  negative: "minus" | "parentheses";
  /** Whether single letters are keys. */
  letters: boolean;
  /** Whether tables have real rows and pages instead of a window, for readers that need them. */
  plainTables: boolean;
  /** The columns that are not shown, by list. */
  hiddenColumns: Readonly<Record<string, readonly string[]>>;
}

const NAME = "countinghouse-settings";

function first(): Settings {
  const language = typeof navigator === "undefined" ? "en" : navigator.language;
  return {
    scheme: "auto",
    density: "compact",
    locale: language,
    dayOrder: language === "en-US" ? "mdy" : "dmy",
    negative: "minus",
    letters: true,
    plainTables: false,
    hiddenColumns: {},
  };
}

function kept(): Settings {
  try {
    return { ...first(), ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Settings>) };
  } catch {
    return first();
  }
}

/** The settings of this device: they are there at the first paint; those of other devices follow (app/following.ts). */
export const settings = store<Settings>(kept());

settings.follow(() => {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings.get()));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
});
