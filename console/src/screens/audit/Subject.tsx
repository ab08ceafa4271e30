import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { AuditRow } from "../../api/audit";
import { subjectOf } from "./words";

/** `journal entry voided` as `Journal entry voided:`. */
export function sentenceOf(row: AuditRow): string {
  return `${row.action.charAt(0).toUpperCase()}${row.action.slice(1)}:`;
}

/** The record that an event is about, linked where the console shows it. */
export function SubjectLink({ id, name }: { id: string; /** How it is called, where that is known. */ name?: string | undefined }): JSX.Element {
  const { word: kind, to } = subjectOf(id);
  const word = name ?? kind;
  return to ? (
    <Link to={to} title={id}>
      {word}
    </Link>
  ) : (
    <span title={id}>{word}</span>
  );
}
