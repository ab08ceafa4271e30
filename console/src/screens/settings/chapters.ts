// The chapters of the settings: what each is called and for, and the right without which it is not there.

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { type Permission, may } from "../../api/session";

/** A chapter of the settings, at `/settings/{id}`. */
export interface SettingsChapter {
  id: string;
  title: string;
  /** What it is for, in a sentence. */
  says: string;
  /** The right to read it; absent where it is everybody's own. */
  needs?: Permission;
  /** Other words that somebody may search it by. */
  words: string;
  Screen: LazyExoticComponent<ComponentType>;
  /** The page of one of its records, at `/settings/{id}/{record}`. */
  Record?: LazyExoticComponent<ComponentType>;
}

/** Chapters under a heading of the index. */
export interface Part {
  title: string;
  chapters: SettingsChapter[];
}

/** All chapters, as the index shows them. */
export const PARTS: Part[] = [
  {
    title: "You",
    chapters: [
      {
        id: "sign-in",
        title: "Sign-in and organizations",
        says: "Your password, what you are signed in by, and the organizations that you belong to.",
        words: "password sessions devices invitation join leave",
        Screen: lazy(() => import("./own/SignInChapter").then((own) => ({ default: own.SignInChapter }))),
      },
      {
        id: "style",
        title: "Style and keys",
        says: "How you see and type things. It follows you to other devices.",
        words: "look dark theme numbers dates keys letters preferences unsent forms",
        Screen: lazy(() => import("./own/StyleChapter").then((own) => ({ default: own.StyleChapter }))),
      },
    ],
  },
  {
    title: "People and rights",
    chapters: [
      {
        id: "people",
        title: "People",
        says: "Who works in these books, with which roles and in which warehouses.",
        needs: "users:read",
        words: "users members invite password reset lock out",
        Screen: lazy(() => import("./people/PeopleChapter").then((own) => ({ default: own.PeopleChapter }))),
        Record: lazy(() => import("./people/PersonScreen").then((own) => ({ default: own.PersonScreen }))),
      },
      {
        id: "invitations",
        title: "Invitations",
        says: "Offers to people who have a login already. They join by accepting, and nothing of theirs changes before.",
        needs: "users:read",
        words: "invite code join",
        Screen: lazy(() => import("./people/InvitationsChapter").then((own) => ({ default: own.InvitationsChapter }))),
      },
      {
        id: "roles",
        title: "Roles",
        says: "Sets of rights under a name. Built-in roles stay as they are; copy one to have it your way.",
        needs: "roles:read",
        words: "permissions rights duties conflicts",
        Screen: lazy(() => import("./people/RolesChapter").then((own) => ({ default: own.RolesChapter }))),
        Record: lazy(() => import("./people/RoleScreen").then((own) => ({ default: own.RoleScreen }))),
      },
      {
        id: "service-accounts",
        title: "Service accounts",
        says: "Sign-ins of programs. Each program has one of its own, so that its secret can be replaced without the others.",
        needs: "serviceAccounts:read",
        words: "api keys secrets clients programs integrations",
        Screen: lazy(() => import("./people/ServiceAccountsChapter").then((own) => ({ default: own.ServiceAccountsChapter }))),
        Record: lazy(() => import("./people/ServiceAccountScreen").then((own) => ({ default: own.ServiceAccountScreen }))),
      },
      {
        id: "control-changes",
        title: "Changes of controls",
        says: "Changes of policies, duties, roles and rights: those that wait for a second person, and those that were made.",
        needs: "controlChanges:read",
        words: "approve reject withdraw second person proposals",
        Screen: lazy(() => import("./controls/ControlChangesChapter").then((own) => ({ default: own.ControlChangesChapter }))),
      },
    ],
  },
  {
    title: "Books",
    chapters: [
      {
        id: "organization",
        title: "Organization",
        says: "The name of these books, their day, their rules, and the accounts that they post to by themselves.",
        needs: "organization:read",
        words: "name time zone base currency separation of duties defaults accounts",
        Screen: lazy(() => import("./books/OrganizationChapter").then((own) => ({ default: own.OrganizationChapter }))),
      },
      {
        id: "journals",
        title: "Journals",
        says: "Books of first entry. Each gives its entries numbers without gaps.",
        needs: "journals:read",
        words: "numbers series pattern",
        Screen: lazy(() => import("./books/JournalsChapter").then((own) => ({ default: own.JournalsChapter }))),
      },
      {
        id: "fiscal-years",
        title: "Fiscal years",
        says: "Years with their periods. Entries are refused on days that no period has.",
        needs: "periods:read",
        words: "periods months quarters new year",
        Screen: lazy(() => import("./books/FiscalYearsChapter").then((own) => ({ default: own.FiscalYearsChapter }))),
      },
      {
        id: "parties",
        title: "Parties",
        says: "Customers, suppliers and others that lines name. Two that are the same are merged.",
        needs: "parties:read",
        words: "customers suppliers contacts merge duplicates doubles",
        Screen: lazy(() => import("./parties/PartiesChapter").then((own) => ({ default: own.PartiesChapter }))),
        Record: lazy(() => import("./parties/PartyScreen").then((own) => ({ default: own.PartyScreen }))),
      },
      {
        id: "dimensions",
        title: "Dimensions",
        says: "What lines are analysed by besides their account: cost centres, projects, countries.",
        needs: "dimensions:read",
        words: "cost centre project values analysis",
        Screen: lazy(() => import("./books/DimensionsChapter").then((own) => ({ default: own.DimensionsChapter }))),
        Record: lazy(() => import("./books/DimensionScreen").then((own) => ({ default: own.DimensionScreen }))),
      },
      {
        id: "currencies",
        title: "Currencies",
        says: "Those of ISO 4217 are always there; add what it does not list.",
        needs: "currencies:read",
        words: "iso money decimals own",
        Screen: lazy(() => import("./books/CurrenciesChapter").then((own) => ({ default: own.CurrenciesChapter }))),
      },
      {
        id: "exchange-rates",
        title: "Exchange rates",
        says: "What one unit of a currency is worth from a day on. A rate is never changed: a later one for the same day replaces it.",
        needs: "exchangeRates:read",
        words: "fx import csv ecb european central bank spot closing average",
        Screen: lazy(() => import("./books/ExchangeRatesChapter").then((own) => ({ default: own.ExchangeRatesChapter }))),
      },
      {
        id: "approval-policies",
        title: "Approval policies",
        says: "Which entries and movements of goods another person must approve before they are posted.",
        needs: "approvalPolicies:read",
        words: "four eyes approve rules amount",
        Screen: lazy(() => import("./controls/ApprovalPoliciesChapter").then((own) => ({ default: own.ApprovalPoliciesChapter }))),
      },
      {
        id: "recurring-entries",
        title: "Recurring entries",
        says: "Entries that the service makes on their days by itself: rent, depreciation, accruals.",
        needs: "recurringEntries:read",
        words: "schedule repeat monthly rent templates",
        Screen: lazy(() => import("./books/RecurringChapter").then((own) => ({ default: own.RecurringChapter }))),
        Record: lazy(() => import("./books/RecurringScreen").then((own) => ({ default: own.RecurringScreen }))),
      },
      {
        id: "statement-mappings",
        title: "Statement mappings",
        says: "Layouts of statements: which accounts stand in which section.",
        needs: "accounts:read",
        words: "layout balance sheet profit and loss cash flow sections",
        Screen: lazy(() => import("./books/MappingsChapter").then((own) => ({ default: own.MappingsChapter }))),
        Record: lazy(() => import("./books/MappingScreen").then((own) => ({ default: own.MappingScreen }))),
      },
    ],
  },
  {
    title: "Goods",
    chapters: [
      {
        id: "reason-codes",
        title: "Reason codes",
        says: "Why goods are adjusted, and the account that their value goes to.",
        needs: "items:read",
        words: "adjustment scrap missing found",
        Screen: lazy(() => import("./goods/ReasonCodesChapter").then((own) => ({ default: own.ReasonCodesChapter }))),
      },
      {
        id: "item-categories",
        title: "Item categories",
        says: "Groups of items. Items take the accounts of their value from their category.",
        needs: "items:read",
        words: "groups accounts valuation",
        Screen: lazy(() => import("./goods/CategoriesChapter").then((own) => ({ default: own.CategoriesChapter }))),
      },
      {
        id: "units",
        title: "Units",
        says: "The units of trade with a name here. Items can have any unit of UN/CEFACT Recommendation 20.",
        needs: "items:read",
        words: "measure pieces kilogram box",
        Screen: lazy(() => import("./goods/UnitsChapter").then((own) => ({ default: own.UnitsChapter }))),
      },
    ],
  },
];

const all = PARTS.flatMap((part) => part.chapters);

/** The chapter of this address. */
export const chapterOf = (id: string): SettingsChapter | undefined => all.find((chapter) => chapter.id === id);

/** Whether the caller may see it. */
export const mayRead = (chapter: SettingsChapter): boolean => chapter.needs === undefined || may(chapter.needs);
