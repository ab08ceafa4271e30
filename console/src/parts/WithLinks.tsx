import { Link } from "@tanstack/react-router";
import { Fragment, type JSX } from "react";
import { partsOf } from "./ids";

/** A text of the service in which ids of records are links that lead to them. */
export function WithLinks({ text }: { text: string }): JSX.Element {
  return (
    <>
      {partsOf(text).map((part, at) =>
        part.to === undefined ? (
          <Fragment key={at}>{part.text}</Fragment>
        ) : (
          <Link key={at} to={part.to as "/"}>
            {part.text}
          </Link>
        ),
      )}
    </>
  );
}
