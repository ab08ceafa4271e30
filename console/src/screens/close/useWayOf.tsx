import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Check, Year } from "../../api/close";
import { periodName } from "../../api/periods";
import { base } from "../../api/place";
import type { WayOut } from "../../api/problem";
import { may } from "../../api/session";
import { type WayBackTo, keepWayBack } from "../../app/WayBack";
import { inOrder, subjectOf, yearAddress } from "./order";
import { type Call, type Place, firstOpen, placeOf } from "./ways";

/** The dialogs in which lines of the checklist are mended. */
export type MendDialog = "revalue" | "reversals" | "rates" | "recurring" | { list: string; title: string };

interface Mend {
  title: string;
  run: () => void;
}

/**
 * The buttons of the lines of a checklist, and the ways out of refusals. Who is sent to another screen finds the way back in
 * the head of the page.
 */
export function useWayOf(
  years: Year[],
  here: WayBackTo,
  open: (dialog: MendDialog) => void,
): { ofCheck: (check: Check) => Mend | undefined; ofProblem: (way: WayOut) => boolean } {
  const navigate = useNavigate();
  const screens = useRouter().routesByPath as Record<string, unknown>;
  const away = useCallback(
    (to: string, search: Record<string, string> = {}): void => {
      keepWayBack(here);
      void navigate({ to, search });
    },
    [navigate, here],
  );

  function mend(call: Call): Mend | undefined {
    const place = placeOf(call);
    if (!place) return undefined;
    switch (place.kind) {
      case "subject":
        return toSubject(place.id);
      case "dialog":
        return may(NEEDS[place.dialog]) ? { title: DIALOGS[place.dialog], run: () => open(place.dialog) } : undefined;
      case "page":
        return { title: "Show it", run: () => window.open(`${base}${place.href}`, "_blank") };
      case "screen":
        return toScreen(place, call);
    }
  }

  function toSubject(id: string): Mend | undefined {
    const subject = subjectOf(years, id);
    if (!subject) return undefined;
    const to = subject.kind === "period" ? subject.period.name : yearAddress(years, subject.year);
    const title = subject.kind === "period" ? periodName(subject.period) : subject.year.name;
    return { title: `Go to ${title}`, run: () => away(`/close/${to}`) };
  }

  function toScreen(place: Extract<Place, { kind: "screen" }>, call: Call): Mend {
    const screen = place.to.startsWith("/accounts/") ? "/accounts/$account" : place.to;
    if (screen in screens) return { title: "Show them", run: () => away(place.to, place.search) };
    return { title: "Show them", run: () => open({ list: call.href ?? "", title: place.to === "/counts" ? "Counts" : "Movements" }) };
  }

  return {
    ofCheck(check) {
      const first = firstOpen(check, inOrder(years));
      if (first) return toSubject(first.id);
      return mend({ name: check.code, method: check.method, href: check.href });
    },
    ofProblem(way) {
      const found = mend({ name: way.rel, method: way.method, href: way.href });
      found?.run();
      return found !== undefined;
    },
  };
}

const NEEDS = { revalue: "revaluations:run", reversals: "journalEntries:post", rates: "exchangeRates:manage" } as const;
const DIALOGS = { revalue: "Revalue…", reversals: "Run them…", rates: "Record them…" } as const;
