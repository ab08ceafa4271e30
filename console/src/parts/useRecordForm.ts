import { useState } from "react";
import { useKey } from "../api/key";
import { asProblem, type Problem } from "../api/problem";
import { touched, type Subject } from "../api/queries";
import { say } from "../app/toasts";
import type { Clash } from "./Conflict";
import { merge, same } from "./merge";
import { type Unsent, useUnsent } from "./useUnsent";
import { useWays } from "./useWays";

/** How the form of a kind of record is filled, named, saved and read again. */
export interface RecordKind<Form extends object, Stored extends { id: string; version: number }> {
  /** `item`: the name under which what is unsent is kept. */
  name: string;
  /** What saving makes stale. */
  touches: Subject[];
  formOf: (stored: Stored | undefined) => Form;
  labels: Record<keyof Form & string, string>;
  /** A field's value as people read it. */
  words: (form: Form, field: keyof Form & string) => string;
  /** The record as it is now. */
  read: (stored: Stored) => Promise<Stored>;
  /** Makes it, or changes what differs from what was read; answers its id. */
  save: (form: Form, stored: Stored | undefined, key: string) => Promise<string>;
  /** What is said when it is saved. */
  saved: (form: Form) => string;
}

/** The form of one record while somebody fills it. */
export interface RecordForm<Form extends object> {
  form: Form;
  put: (change: Partial<Form>) => void;
  isNew: boolean;
  isChanged: boolean;
  isSaving: boolean;
  /** Whether a value must still be chosen of those that two people changed. */
  isUndecided: boolean;
  problem: Problem | undefined;
  ways: ReturnType<typeof useWays>;
  clash: { clashes: Clash[]; taken: string[] } | undefined;
  choose: (id: string, chosen: "mine" | "theirs") => void;
  /** What is wrong with a field, as the service says it. */
  fault: (field: string) => string | undefined;
  save: () => Promise<void>;
  unsent: Unsent<Form>;
}

/** Fills, keeps and saves a record. Who was overtaken chooses field by field. */
export function useRecordForm<Form extends object, Stored extends { id: string; version: number }>(
  kind: RecordKind<Form, Stored>,
  stored: Stored | undefined,
  { first, onSaved, onClose }: { first?: Partial<Form> | undefined; onSaved?: ((id: string) => void) | undefined; onClose: () => void },
): RecordForm<Form> {
  const { key, renew } = useKey();
  const [read, setRead] = useState(stored);
  const [form, setForm] = useState<Form>(() => ({ ...kind.formOf(stored), ...first }));
  const [began] = useState(form);
  const [problem, setProblem] = useState<Problem>();
  const [clash, setClash] = useState<{ theirs: Form; clashes: Clash[]; taken: string[] }>();
  const [isSaving, setSaving] = useState(false);
  const isChanged = !same(form, began);
  const unsent = useUnsent(kind.name, stored?.id ?? "new", form, isChanged);
  const ways = useWays({ again: { title: "Save", run: () => void save() } });
  const put = (change: Partial<Form>): void => setForm((before) => ({ ...before, ...change }));
  const isUndecided = clash?.clashes.some((one) => one.chosen === undefined) ?? false;

  async function save(): Promise<void> {
    if (isSaving || isUndecided) return;
    setSaving(true);
    setProblem(undefined);
    ways.clear();
    try {
      const id = await kind.save(form, read, key());
      unsent.done();
      say(kind.saved(form));
      onClose();
      await touched(...kind.touches);
      onSaved?.(id);
    } catch (error) {
      const refused = asProblem(error);
      // What was refused was not done: the next attempt is another act.
      if (refused.status >= 400 && refused.status < 500) renew();
      if (refused.status === 412 && read) await compare(read);
      else setProblem(refused);
    } finally {
      setSaving(false);
    }
  }

  /** Somebody was faster: reads what they made of it, and takes what only they changed. */
  async function compare(before: Stored): Promise<void> {
    const now = await kind.read(before);
    const theirs = kind.formOf(now);
    const { merged, taken, conflicts } = merge(kind.formOf(before), form, theirs);
    const fields = conflicts as (keyof Form & string)[];
    setRead(now);
    setForm(merged);
    setClash({
      theirs,
      clashes: fields.map((field) => ({
        id: field,
        label: kind.labels[field],
        mine: kind.words(form, field),
        theirs: kind.words(theirs, field),
      })),
      taken: (taken as (keyof Form & string)[]).map((field) => kind.labels[field].toLowerCase()),
    });
  }

  function choose(id: string, chosen: "mine" | "theirs"): void {
    if (!clash) return;
    const field = id as keyof Form;
    if (chosen === "theirs") put({ [field]: clash.theirs[field] } as unknown as Partial<Form>);
    setClash({ ...clash, clashes: clash.clashes.map((one) => (one.id === id ? { ...one, chosen } : one)) });
  }

  return {
    form,
    put,
    isNew: stored === undefined,
    isChanged,
    isSaving,
    isUndecided,
    problem,
    ways,
    clash,
    choose,
    fault: (field) => problem?.faultAt(`/${field}`),
    save,
    unsent,
  };
}

/** The fields that differ from what was read, as the service takes them. */
export function changedFields<Form extends object>(form: Form, before: Form, wire: (field: keyof Form & string, form: Form) => unknown): Record<string, unknown> {
  const fields = (Object.keys(form) as (keyof Form & string)[]).filter((field) => !same(form[field], before[field]));
  return Object.fromEntries(fields.map((field) => [field, wire(field, form)]));
}
