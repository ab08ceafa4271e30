import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { answer, api } from "../../api/client";
import { may } from "../../api/session";
import { formatDay } from "../../text/day";
import { compare } from "../../text/number";

/** Since when a rate is valid and where it comes from; nothing where another rate of that day was taken. */
export function RateOrigin({ from, to, date, rate }: { from: string; to: string; date: string; rate: string }): JSX.Element | null {
  const { data } = useQuery({
    queryKey: ["rates", "effective", from, to, date],
    enabled: may("exchangeRates:read"),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/v1/accounting/exchange-rates/effective", { params: { query: { fromCurrency: from, toCurrency: to, date } }, signal })),
  });
  if (!data || compare(data.rate, rate) !== 0) return null;
  return (
    <span className="dim close-rate">
      of {formatDay(data.validFrom)}
      {data.source && `, ${data.source}`}
    </span>
  );
}
