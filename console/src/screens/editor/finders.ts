// How the fields of a line find accounts, parties, currencies and values of dimensions.

import { findAccounts, rememberAccount } from "../../api/accounts";
import { findParties } from "../../api/parties";
import { may } from "../../api/session";
import { chosenCell, type Finder } from "../../parts/grid/FindCell";
import type { Choice } from "../../parts/Lookup";
import { rank } from "../../text/search";
import type { Books } from "./reading";

/** The finders of the columns that have one. */
export function findersOf(books: Books): Readonly<Record<string, Finder>> {
  const { chart, decimals, dimensions } = books;
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
      find: findParties,
      cell: chosenCell,
      nothing: (typed) => `No party is called “${typed}”${may("parties:manage") ? ": choose New to make one" : ""}.`,
      ...(may("parties:manage") && {
        asNew: (typed) => ({
          title: `New: “${typed}”`,
          cell: { text: typed, value: typed, note: `“${typed}” is new and is made with the entry.` },
        }),
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

