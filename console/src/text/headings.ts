// Words that head columns of entry lines, in English, German and French.

import { fold } from "./search";

/** What a column of a pasted table holds. */
export type Meaning = "account" | "debit" | "credit" | "amount" | "text" | "party" | "due" | "currency" | "dimension" | "ignore";

const WORDS: Record<Meaning, string> = {
  account: `account, account code, account no, account nr, account number, account name, acct, acct no, a c, ledger account, gl account, gl, gl code,
    nominal, nominal code, code, konto, kontonummer, konto nr, kontonr, kontoname, kontobezeichnung, sachkonto, ktonr, kto,
    compte, compte general, numero de compte, n compte, n de compte, no compte, code compte, intitule du compte`,
  debit: "debit, debits, dr, debit amount, amount debit, debited, soll, sollbetrag, betrag soll, umsatz soll, montant debit, debit montant",
  credit: `credit, credits, cr, credit amount, amount credit, credited, haben, habenbetrag, betrag haben, umsatz haben,
    montant credit, credit montant`,
  amount: "amount, signed amount, value, sum, net amount, net, betrag, wert, summe, umsatz, saldo, montant, somme, valeur, solde, montant signe",
  text: `text, description, memo, narration, narrative, details, particulars, note, notes, comment, line description, line memo,
    buchungstext, bezeichnung, beschreibung, verwendungszweck, bemerkung, notiz, kommentar, buchungstexte,
    libelle, libelle ecriture, designation, commentaire, texte, remarque, objet`,
  party: `party, customer, supplier, vendor, client, payee, partner, contact, customer name, supplier name, party name, party code,
    kunde, kundin, lieferant, partner, geschaftspartner, geschaeftspartner, debitor, kreditor, person,
    tiers, code tiers, fournisseur, partenaire, beneficiaire`,
  due: `due, due date, due on, due by, date due, payable by, fallig, fallig am, falligkeit, falligkeitsdatum, faellig, faellig am,
    faelligkeit, faelligkeitsdatum, zahlbar bis, echeance, date echeance, date d echeance, date de paiement`,
  currency: "currency, currency code, ccy, cur, curr, wahrung, waehrung, whg, wkz, devise, monnaie, code devise",
  dimension: `dimension, cost centre, cost center, cost centre code, cost center code, cc, department, dept, project, project code, branch, class,
    kostenstelle, kst, kostentrager, kostentraeger, abteilung, projekt, filiale, bereich,
    centre de cout, centre de couts, centre, section, section analytique, analytique, axe analytique, departement, service, projet`,
  ignore: `date, entry date, posting date, document date, value date, invoice date, no, nr, number, line, row, reference, ref, document, document no,
    voucher, journal, balance, running balance, period, total, datum, belegdatum, buchungsdatum, rechnungsdatum, beleg, belegnummer,
    belegnr, beleg nr, belegfeld, zeile, nummer, periode, date comptable, date de piece, piece, numero de piece, n piece, ligne, numero`,
};

const MEANINGS = new Map<string, Meaning>();
for (const [meaning, words] of Object.entries(WORDS)) {
  for (const word of words.split(",")) MEANINGS.set(word.trim().replace(/\s+/g, " "), meaning as Meaning);
}

/** What the words above a column say it holds; nothing if they are no such words. `Debit (EUR)` and `Soll in €` are debits. */
export function meaningOfHeading(heading: string): Meaning | undefined {
  const words = plain(heading);
  return MEANINGS.get(words) ?? MEANINGS.get(plain(heading.replace(/\(.*?\)|\[.*?\]|\b(?:in|en)\b.*$|\b[A-Z]{3}\b/g, " ")));
}

/** Headings without accents, case and signs. */
export function plain(heading: string): string {
  return fold(heading).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
