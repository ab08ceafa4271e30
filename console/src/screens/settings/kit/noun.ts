// A kind of record among the settings: what it is called, where the API has it, and its fields. The list and the form of each
// come from this description.

import type { JSX } from "react";
import type { Subject } from "../../../api/queries";
import type { Permission } from "../../../api/session";
import { same } from "../../../parts/merge";

/** What a control of a field gets. */
export interface ControlProps<Value, Form> {
  label: string;
  help: string | undefined;
  value: Value;
  error: string | undefined;
  /** Why it stays as it is; absent where it can be changed. */
  fixed: string | undefined;
  form: Form;
  isFirst: boolean;
  onChange: (value: Value) => void;
}

/** A control of a field's own. Their values differ, so only `any` takes all of them. */
export type Control = (props: any) => JSX.Element; // eslint-disable-line

interface Common<Form> {
  name: keyof Form & string;
  label: string;
  /** What it does, in a sentence. */
  help?: string | undefined;
  isRequired?: boolean;
  /** Never kept on the device: a password. */
  isSecret?: boolean;
  /** Where it is not part of the form: of a new record, of a kind that has none. */
  isShown?: (form: Form, isNew: boolean) => boolean;
  /** What the API takes for what the form holds. */
  wire?: (value: never) => unknown;
  /** A value in words, for what two people changed. */
  words?: (value: never) => string;
}

/** A field of a form. */
export type Field<Form> = Common<Form> &
  (
    | { kind: "text"; maxLength: number; placeholder?: string; upper?: boolean }
    | { kind: "long"; maxLength: number }
    | { kind: "check" }
    | { kind: "choice"; choices: readonly (readonly [string, string])[] }
    | { kind: "many"; choices: readonly (readonly [string, string])[]; none?: string }
    | { kind: "number"; least: number; most: number }
    | { kind: "amount" }
    | { kind: "day" }
    | { kind: "account" }
    | { kind: "own"; control: Control }
  );

/** A kind of record. */
export interface Noun<View, Form extends object> {
  /** As in a sentence: `journal`, `journals`. */
  one: string;
  many: string;
  /** Of the list, below `/api/v1`. */
  path: string;
  /** Whether the list is always answered whole. */
  isWhole?: boolean;
  /** Of the one record, where there is no list. */
  at?: string;
  subject: Subject;
  /** What events about them are called: others' changes are told as news. */
  event?: string;
  /** What else a change makes stale. */
  touches?: readonly Subject[];
  reads: Permission;
  writes: Permission;
  idOf: (view: View) => string;
  versionOf: (view: View) => number;
  titleOf: (view: View) => string;
  formOf: (view: View | undefined) => Form;
  fields: readonly Field<Form>[];
  /** Whether it can be used now; absent where it always can. */
  isActive?: (view: View) => boolean;
  /** Why this one cannot be changed at all. */
  whyFixed?: (view: View) => string | undefined;
  /** Why a field of this one stays as it is. */
  whyFieldFixed?: (view: View, field: keyof Form) => string | undefined;
  /** The last hand on what is sent, where fields go together. */
  finish?: (body: Record<string, unknown>, form: Form) => Record<string, unknown>;
  /** What deleting means; absent where the API deletes none. */
  deleting?: string;
}

/** Where the API has a record. */
export const pathOf = <View, Form extends object>(noun: Noun<View, Form>, record: View): string =>
  noun.at ?? `${noun.path}/${encodeURIComponent(noun.idOf(record))}`;

const isEmpty = (value: unknown): boolean => value === "" || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** What a new record is sent as: fields that say nothing are left out. */
export function newBody<Form extends object>(fields: readonly Field<Form>[], form: Form): Record<string, unknown> {
  const shown = fields.filter((field) => field.isShown?.(form, true) ?? true);
  return Object.fromEntries(shown.filter((field) => !isEmpty(form[field.name])).map((field) => [field.name, wireOf(field, form)]));
}

/** What a change is sent as: the fields that differ; one that was emptied is null. */
export function changedBody<Form extends object>(fields: readonly Field<Form>[], form: Form, before: Form): Record<string, unknown> {
  const changed = fields.filter((field) => !same(form[field.name], before[field.name]));
  return Object.fromEntries(changed.map((field) => [field.name, wireOf(field, form)]));
}

function wireOf<Form extends object>(field: Field<Form>, form: Form): unknown {
  const value = form[field.name];
  if (field.wire) return field.wire(value as never);
  if (field.kind === "number") return value === "" ? null : Number(value);
  return value === "" ? null : value;
}

/** A value of a field as people say it. */
export function wordsOf<Form extends object>(field: Field<Form>, form: Form, accountName: (id: string) => string): string {
  const value = form[field.name] as unknown;
  if (field.words) return field.words(value as never);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field.kind === "choice") return field.choices.find(([one]) => one === value)?.[1] ?? String(value);
  if (field.kind === "many") return field.choices.filter(([one]) => (value as string[]).includes(one)).map(([, label]) => label).join(", ");
  if (field.kind === "account") return value ? accountName(String(value)) : "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
