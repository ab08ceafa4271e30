import { useOrganization } from "../api/organization";
import { useStore } from "../api/store";
import type { DayOrder } from "../text/day";
import { type Settings, settings } from "./settings";

/**
 * In which order days are typed: as the person chose. Else the month comes first only where the language says so and the books
 * are kept in America: a browser that was never set to its country would read 5 October as 10 May.
 */
export function dayOrderOf(chosen: Settings["dayOrder"], language: string, timeZone: string | undefined): DayOrder {
  if (chosen !== "auto") return chosen;
  return language === "en-US" && timeZone?.startsWith("America/") ? "mdy" : "dmy";
}

/** In which order days are typed here. */
export function useDayOrder(): DayOrder {
  const { dayOrder } = useStore(settings);
  const timeZone = useOrganization()?.timezone;
  return dayOrderOf(dayOrder, navigator.language, timeZone);
}
