import type { components } from "../../../api/schema";
import { today } from "../../../app/today";
import type { Noun } from "../kit/noun";

type Rate = components["schemas"]["ExchangeRateView"];

/** What the form of a rate holds. */
export interface RateForm {
  fromCurrency: string;
  toCurrency: string;
  rate: string;
  validFrom: string;
  rateType: string;
  source: string;
}

/** Exchange rates: they are recorded, and never changed. */
export const RATES: Noun<Rate, RateForm> = {
  one: "exchange rate",
  many: "exchange rates",
  path: "/accounting/exchange-rates",
  subject: "currencies",
  event: "exchangeRate",
  touches: ["balances"],
  reads: "exchangeRates:read",
  writes: "exchangeRates:manage",
  idOf: (rate) => rate.id,
  versionOf: () => 1,
  titleOf: (rate) => `${rate.fromCurrency} ${rate.toCurrency}`,
  formOf: () => ({ fromCurrency: "", toCurrency: "", rate: "", validFrom: today(), rateType: "spot", source: "" }),
  fields: [
    { name: "fromCurrency", label: "One unit of", kind: "text", maxLength: 8, isRequired: true, upper: true, placeholder: "EUR" },
    { name: "toCurrency", label: "In", kind: "text", maxLength: 8, isRequired: true, upper: true, placeholder: "GBP" },
    { name: "rate", label: "Is worth", help: "Above 0, at most 12 decimals.", kind: "text", maxLength: 24, isRequired: true, placeholder: "0.8583", wire: (value: never) => String(value).replace(",", ".") },
    { name: "validFrom", label: "From the day", kind: "day", isRequired: true },
    {
      name: "rateType",
      label: "Kind",
      help: "Entries take the rate of the day; revaluations the closing one.",
      kind: "choice",
      choices: [
        ["spot", "of the day"],
        ["closing", "closing"],
        ["average", "average"],
      ],
    },
    { name: "source", label: "Source", kind: "text", maxLength: 100 },
  ],
};
