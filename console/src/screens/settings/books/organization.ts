// Every setting of the organization with a sentence, in sections that are changed together.

import type { Organization } from "../../../api/organization";
import type { Field } from "../kit/noun";

/** What the form of a section holds, by the API's names; duties stand with their path. */
export type SettingForm = Record<string, string | boolean>;

/** Settings that are changed together. */
export interface Section {
  title: string;
  /** Said where there is no value. */
  none: string;
  /** Whether a second person may have to approve its changes. */
  isControl?: boolean;
  fields: Field<SettingForm>[];
  formOf: (organization: Organization) => SettingForm;
}

const account = (name: string, label: string, help: string): Field<SettingForm> => ({ name, label, help, kind: "account" });

/** All settings of `PUT /organization`. */
export const SETTINGS: Section[] = [
  {
    title: "Name and day",
    none: "",
    fields: [
      { name: "name", label: "Name", help: "It stands on reports and at the top of the console.", kind: "text", maxLength: 120, isRequired: true },
      {
        name: "timezone",
        label: "Time zone",
        help: "It decides what day it is: Europe/London. Days that were posted stay as they are.",
        kind: "text",
        maxLength: 60,
        isRequired: true,
      },
    ],
    formOf: (one) => ({ name: one.name, timezone: one.timezone }),
  },
  {
    title: "Duties",
    none: "",
    isControl: true,
    fields: [
      {
        name: "separationOfDuties",
        label: "What one person must not do alone",
        help: "Whoever prepared an entry or counted goods does not approve it; whoever posted an entry does not void it.",
        kind: "choice",
        choices: [
          ["", "nothing is kept apart"],
          ["approve", "approve what they prepared"],
          ["void", "void what they posted"],
          ["both", "approve what they prepared, and void what they posted"],
        ],
        wire: (value: never) => ({
          approverNotPreparer: value === "approve" || value === "both",
          voiderNotPoster: value === "void" || value === "both",
        }),
      },
    ],
    formOf: (one) => {
      const { approverNotPreparer, voiderNotPoster } = one.separationOfDuties;
      return { separationOfDuties: approverNotPreparer ? (voiderNotPoster ? "both" : "approve") : voiderNotPoster ? "void" : "" };
    },
  },
  {
    title: "Changes of controls",
    none: "",
    isControl: true,
    fields: [
      {
        name: "controlChanges",
        label: "Policies and duties are changed by",
        help: "With a second person, a change of approval policies, duties or this setting is proposed by one and approved by another. Two people who may approve are needed before.",
        kind: "choice",
        choices: [
          ["alone", "one person alone"],
          ["secondPerson", "one person, and a second who approves"],
        ],
      },
    ],
    formOf: (one) => ({ controlChanges: one.controlChanges }),
  },
  {
    title: "Entries",
    none: "",
    fields: [
      {
        name: "voidInClosedPeriod",
        label: "Voiding in a closed period",
        help: "A closed period is not touched: its entries are left, or reversed in the first open period.",
        kind: "choice",
        choices: [
          ["refuse", "is refused"],
          ["reverseInFirstOpenPeriod", "becomes a reversal in the first open period"],
        ],
      },
      {
        name: "writeOffTolerance",
        label: "Write-offs up to",
        help: "The most that a match of open items may write off, in the currency of the books. 0 allows none.",
        kind: "amount",
        wire: (value: never) => value || "0",
      },
      {
        name: "rateMaxAgeDays",
        label: "Days for which an exchange rate is good",
        help: "Counted from its first day. With no rate as young as that, a foreign entry needs its own.",
        kind: "number",
        least: 0,
        most: 366,
        isRequired: true,
      },
    ],
    formOf: (one) => ({
      voidInClosedPeriod: one.voidInClosedPeriod,
      writeOffTolerance: one.writeOffTolerance,
      rateMaxAgeDays: String(one.rateMaxAgeDays),
    }),
  },
  {
    title: "Goods",
    none: "",
    fields: [
      { name: "negativeStock", label: "Stock may go below zero", help: "In warehouses that do not say otherwise.", kind: "check" },
      {
        name: "countsHold",
        label: "Posted counts are final",
        help: "What is later posted or voided as of before a count is adjusted back to what was counted.",
        kind: "check",
      },
      {
        name: "receiptsWithoutCost",
        label: "Receipts without a cost",
        help: "Provisionally: at the last cost, until the supplier's invoice tells the true one.",
        kind: "choice",
        choices: [
          ["refuse", "are refused"],
          ["provisional", "are posted provisionally"],
        ],
      },
      {
        name: "laterCostsTo",
        label: "Later costs of goods that are gone",
        help: "Freight or a price difference that no goods on hand can carry. What is posted stays where it is.",
        kind: "choice",
        choices: [
          ["variance", "go to the variance account"],
          ["costOfSales", "go to the cost of sales"],
        ],
      },
    ],
    formOf: (one) => ({
      negativeStock: one.negativeStock,
      countsHold: one.countsHold,
      receiptsWithoutCost: one.receiptsWithoutCost,
      laterCostsTo: one.laterCostsTo,
    }),
  },
  {
    title: "Accounts",
    none: "none",
    fields: [
      account("valuationAccountId", "Value of stock", "Where goods on hand stand, unless their warehouse or category says otherwise."),
      account("cogsAccountId", "Cost of sales", "Where the cost of shipped goods goes."),
      account("adjustmentAccountId", "Adjustments of stock", "Where what is found and missing goes."),
      account("inTransitAccountId", "Goods in transit", "Where goods stand between two warehouses."),
      account("scrapAccountId", "Scrap", "Where thrown-away goods go."),
      account("fxGainLossAccountId", "Exchange gains and losses", "For whichever of the next four has no account of its own. Empty: the only account of that subtype."),
      account("realisedGainAccountId", "Realised gains of exchange", "When a foreign item is settled. Empty: exchange gains and losses."),
      account("realisedLossAccountId", "Realised losses of exchange", "When a foreign item is settled. Empty: exchange gains and losses."),
      account("unrealisedGainAccountId", "Unrealised gains of exchange", "When foreign balances are revalued. Empty: exchange gains and losses."),
      account("unrealisedLossAccountId", "Unrealised losses of exchange", "When foreign balances are revalued. Empty: exchange gains and losses."),
      account("roundingAccountId", "Rounding", "Empty: the only account of that subtype."),
    ],
    formOf: (one) => ({
      valuationAccountId: one.valuationAccountId ?? "",
      cogsAccountId: one.cogsAccountId ?? "",
      adjustmentAccountId: one.adjustmentAccountId ?? "",
      inTransitAccountId: one.inTransitAccountId ?? "",
      scrapAccountId: one.scrapAccountId ?? "",
      fxGainLossAccountId: one.fxGainLossAccountId ?? "",
      realisedGainAccountId: one.realisedGainAccountId ?? "",
      realisedLossAccountId: one.realisedLossAccountId ?? "",
      unrealisedGainAccountId: one.unrealisedGainAccountId ?? "",
      unrealisedLossAccountId: one.unrealisedLossAccountId ?? "",
      roundingAccountId: one.roundingAccountId ?? "",
    }),
  },
];
