import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { AuditRow } from "../../api/audit";
import { subjectOf } from "./words";

/** `journal entry voided` as `Journal entry voided:`. */
export function sentenceOf(row: AuditRow): string {
  return `${row.action.charAt(0).toUpperCase()}${row.action.slice(1)}:`;
}

/** The record that an event is about, linked where the console shows it. */
export function SubjectLink({ id }: { id: string }): JSX.Element {
  const { word, to } = subjectOf(id);
  return to ? (
    <Link to={to} title={id}>
      {word}
    </Link>
  ) : (
    <span title={id}>{word}</span>
  );
}
