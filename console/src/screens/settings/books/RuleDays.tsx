import { useQuery } from "@tanstack/react-query";
import { type JSX, useDeferredValue } from "react";
import { answer, api } from "../../../api/client";
import type { components } from "../../../api/schema";
import { formatDay } from "../../../text/day";
import type { RecurringForm } from "./recurring";
import { plural } from "../../../text/language";

/** So many days are named; of more, the first ones and the last. */
const MOST = 14;

/** The days that the rule gives, before it is saved: a new one's preview, which the service makes of all that is there. */
export function RuleDays({ form }: { form: RecurringForm }): JSX.Element | null {
  const { rule, startDate } = form;
  const lines = form.entry?.body;
  const asked = useDeferredValue({ rule, startDate });
  const { data: days } = useQuery({
    queryKey: ["recurring", "days", asked, lines],
    enabled: asked.startDate !== "" && asked.rule !== "" && lines !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { ...lines, name: form.name || "Days", ...asked } as components["schemas"]["RecurringEntryInput"];
      const made = await answer(api.POST("/api/v1/accounting/recurring-entries", { params: { query: { dryRun: true } }, body, signal }));
      return ("wouldReturn" in made && made.wouldReturn?.dates) || [];
    },
  });
  if (!days || days.length === 0) return null;
  const named = days.map((day) => formatDay(day));
  const shown = named.length > MOST ? [...named.slice(0, MOST - 1), "…", ...named.slice(-1)] : named;
  return (
    <p role="status">
      {plural(days.length, "One day", `${days.length} days`)}: {shown.join(", ")}.
    </p>
  );
}
