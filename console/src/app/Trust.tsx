import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { type Found, useTrust } from "../api/trust";
import { may } from "../api/session";
import { Moment } from "../parts/Moment";
import { plural } from "../text/language";
import "./trust.css";

const MINUTE_MS = 60_000;

/** Whether the figures may be trusted, unasked: quiet where they may, in words and red where not; each word leads to what was found. */
export function Trust(): JSX.Element | null {
  const { books, stock } = useTrust();
  const [, tick] = useState(0);
  useEffect(() => {
    // The words age without being read again.
    const timer = setInterval(() => tick((count) => count + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const told = [books, stock].filter((one) => one !== undefined);
  if (told.length === 0) return null;
  // Both hold since the older of the two.
  const oldest = told.toSorted((one, other) => one.at.localeCompare(other.at))[0];
  const isWrong = told.some((one) => !one.holds);
  return (
    <p className="trust" data-wrong={isWrong || undefined}>
      {isWrong && <IconAlertTriangle size={16} stroke={1.5} aria-hidden />}
      {books && <Word found={books} right="books balance" wrong={booksAtFault(books)} to={may("audit:read") ? "/audit" : undefined} />}
      {books && stock && (
        <span className="trust-between" aria-hidden>
          {" · "}
        </span>
      )}
      {stock && <Word found={stock} right="stock agrees" wrong={stockAtFault(stock)} to="/stock/proof" />}
      {oldest && (
        <span className="trust-when">
          , <Moment at={oldest.at} />
        </span>
      )}
    </p>
  );
}

/** What was found, as a link to it. */
function Word({ found, right, wrong, to }: { found: Found; right: string; wrong: string; to: "/audit" | "/stock/proof" | undefined }): JSX.Element {
  const word = found.holds ? right : wrong;
  if (!to) return <span data-holds={found.holds}>{word}</span>;
  return (
    <Link to={to} className="quiet" data-holds={found.holds}>
      {word}
    </Link>
  );
}

/** `books have 2 faults`. */
const booksAtFault = ({ faults }: Found): string => `books have ${plural(faults, "1 fault", `${faults} faults`)}`;

/** `stock differs in 2 places`. */
const stockAtFault = ({ faults }: Found): string => `stock differs in ${plural(faults, "1 place", `${faults} places`)}`;
