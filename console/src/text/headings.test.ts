import { describe, expect, it } from "vitest";
import { meaningOfHeading } from "./headings";

describe("headings are known in English, German and French", () => {
  it.each([
    ["Account", "account"], ["Account code", "account"], ["A/C", "account"], ["Konto", "account"], ["Konto-Nr.", "account"], ["Compte", "account"],
    ["N° compte", "account"], ["Numéro de compte", "account"], ["Debit", "debit"], ["DR", "debit"], ["Debit (EUR)", "debit"], ["Debit EUR", "debit"],
    ["Soll", "debit"], ["Soll in €", "debit"], ["Débit", "debit"], ["Credit", "credit"], ["Haben", "credit"], ["Crédit", "credit"],
    ["Amount", "amount"], ["Amount in EUR", "amount"], ["Betrag", "amount"], ["Montant", "amount"], ["Description", "text"],
    ["Buchungstext", "text"], ["Libellé", "text"], ["Memo", "text"], ["Customer", "party"], ["Geschäftspartner", "party"], ["Tiers", "party"],
    ["Due date", "due"], ["Fällig am", "due"], ["Fälligkeit", "due"], ["Faelligkeit", "due"], ["Échéance", "due"], ["Date d’échéance", "due"],
    ["Currency", "currency"], ["Währung", "currency"], ["WKZ", "currency"], ["Devise", "currency"], ["Cost centre", "dimension"],
    ["Cost center", "dimension"], ["Kostenstelle", "dimension"], ["Centre de coût", "dimension"], ["Date", "ignore"], ["Belegdatum", "ignore"],
    ["Balance", "ignore"], ["Bank", undefined], ["4000", undefined], ["", undefined],
  ])("%s is %s", (heading, meaning) => expect(meaningOfHeading(heading)).toBe(meaning)); // prettier-ignore
});
