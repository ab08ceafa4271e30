// How the fields of a line find accounts, parties, currencies and values of dimensions.

import { findAccounts, rememberAccount } from "../../api/accounts";
import { findParties, type PartyKind } from "../../api/parties";
import { may } from "../../api/session";
import { chosenCell, type Finder } from "../../parts/grid/FindCell";
import type { Choice } from "../../parts/Lookup";
import { rank } from "../../text/search";
import type { Desk } from "./desk";
import { doubtOf, makeTitle, partyWord } from "./newParties";
import { type Books, accountOf } from "./reading";

/** The finders of the columns that have one. They find for the line that has the focus. */
export function findersOf(books: Books, desk: Desk): Readonly<Record<string, Finder>> {
  const { chart, decimals, dimensions } = books;
  const account = (): ReturnType<typeof accountOf> => {
    const at = desk.active();
    const line = at && desk.sheet.line(at.id);
    return line && accountOf(line, chart);
  };
  const likely = (): PartyKind | undefined => {
    const word = partyWord(account());
    if (word !== "party") return word;
    return desk.terms.journalKind === "sales" ? "customer" : desk.terms.journalKind === "purchase" ? "supplier" : undefined;
  };
  const finders: Record<string, Finder> = {
    account: {
      find: (typed) => findAccounts(chart, typed),
      cell: (choice) => {
        rememberAccount(choice.id);
        return chosenCell(choice);
      },
      nothing: (typed) => `No account that takes entries is called “${typed}”.`,
    },
    party: {
      find: (typed) => findParties(typed, likely()),
      cell: chosenCell,
      nothing: (typed) => `No party is called “${typed}”${may("parties:manage") ? ": choose it in the list to make it new" : ""}.`,
      ...(may("parties:manage") && {
        asNew: (typed) => ({
          title: makeTitle(typed, likely() ?? "party"),
          cell: { text: typed, value: typed, note: `“${typed}” is new and is made with the entry.` },
        }),
        doubts: (typed) => doubtOf(typed, likely() ?? "party", chart?.byCode.get(typed)),
      }),
    },
    currency: {
      find: (typed) => rank([...decimals.keys()].map((code) => ({ code, name: "" })), typed).map(plainChoice),
      cell: (choice) => ({ text: choice.code, value: choice.code }),
      nothing: (typed) => `No currency is called “${typed}”.`,
    },
  };
  for (const dimension of dimensions) {
    if (dimension.values.length === 0) continue;
    finders[`dim:${dimension.code}`] = {
      find: (typed) => rank(dimension.values, typed).map(({ code, name }) => ({ id: code, code, name })),
      cell: (choice) => ({ text: choice.code, value: choice.code }),
      nothing: (typed) => `${dimension.name} has no value “${typed}”.`,
    };
  }
  return finders;
}

const plainChoice = ({ code, name }: { code: string; name: string }): Choice => ({ id: code, code, name });

