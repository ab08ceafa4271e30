import type { Party } from "../../../api/parties";
import type { Noun } from "../kit/noun";

/** What the form of a party holds. */
export interface PartyForm {
  name: string;
  code: string;
  kinds: string[];
  currency: string;
  paymentTermsDays: string;
  email: string;
  phone: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  taxNumber: string;
  isActive: boolean;
}

/** What a party is to us. */
export const KINDS = [
  ["customer", "customer"],
  ["supplier", "supplier"],
  ["other", "other"],
] as const;

/** Fields of the contact, which can be erased: with the names that files of other books give them, too. */
export const CONTACT = ["email", "phone", "street", "postalCode", "city", "country", "taxNumber"] as const;

const contactOf = (party: Party | undefined, name: string): string => {
  const value = party?.contact[name];
  return typeof value === "string" ? value : "";
};

/** What a party is called. */
export const nameOf = (party: Party): string => party.name ?? "name erased";

/** Customers, suppliers and others. */
export const PARTIES: Noun<Party, PartyForm> = {
  one: "party",
  many: "parties",
  path: "/accounting/parties",
  subject: "parties",
  event: "party",
  touches: ["matches", "entries"],
  reads: "parties:read",
  writes: "parties:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: nameOf,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    name: one?.name ?? "",
    code: one?.code ?? "",
    kinds: one?.kinds ?? [],
    currency: one?.currency ?? "",
    paymentTermsDays: one?.paymentTermsDays?.toString() ?? "",
    email: contactOf(one, "email"),
    phone: contactOf(one, "phone"),
    street: contactOf(one, "street"),
    postalCode: contactOf(one, "postalCode"),
    city: contactOf(one, "city"),
    country: contactOf(one, "country"),
    taxNumber: contactOf(one, "taxNumber"),
    isActive: one?.isActive ?? true,
  }),
  finish: (body) => {
    const contact = Object.fromEntries(CONTACT.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
    const own = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in contact)));
    return Object.keys(contact).length > 0 ? { ...own, contact } : own;
  },
  deleting: "It is gone for good. Only a party that no line, draft or document has ever named is deleted; others are merged, or made inactive.",
  fields: [
    { name: "name", label: "Name", help: "No two parties have the same, whatever its case and blanks.", kind: "text", maxLength: 200, isRequired: true },
    { name: "code", label: "Code", help: "Your own number of it.", kind: "text", maxLength: 32 },
    { name: "kinds", label: "It is a", kind: "many", choices: KINDS },
    { name: "currency", label: "Currency", help: "Such as EUR, if it is not that of the books.", kind: "text", maxLength: 3, upper: true },
    { name: "paymentTermsDays", label: "Days to pay", kind: "number", least: 0, most: 3650 },
    { name: "email", label: "Email", kind: "text", maxLength: 200 },
    { name: "phone", label: "Telephone", kind: "text", maxLength: 60 },
    { name: "street", label: "Street", kind: "text", maxLength: 200 },
    { name: "postalCode", label: "Postal code", kind: "text", maxLength: 20 },
    { name: "city", label: "City", kind: "text", maxLength: 100 },
    { name: "country", label: "Country", kind: "text", maxLength: 100 },
    { name: "taxNumber", label: "Tax number", kind: "text", maxLength: 60 },
    { name: "isActive", label: "Active", help: "An inactive party is not offered on new lines.", kind: "check", isShown: (_, isNew) => !isNew },
  ],
};
