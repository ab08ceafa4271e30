import { useEffect, useRef, useState } from "react";
import { followUnsent, forget, hold, keep, type Kept } from "../../../api/kept";
import { newKey, useKey } from "../../../api/key";
import { asProblem, type Problem } from "../../../api/problem";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { merge, same } from "../../../parts/merge";
import type { Clash } from "../../../parts/Conflict";
import { changedBody, newBody, type Noun, pathOf } from "./noun";

const KEEP_AFTER_MS = 400;

/** What a saved record is told as. */
export interface Saved<View> {
  record: View;
  /** Nothing is changed yet: a second person must approve it. */
  isProposed: boolean;
}

/** The state of a form over one record: what is typed, what was read, and what the service said. */
export function useRecordForm<View, Form extends object>({
  noun,
  record,
  begin,
  words,
  onSaved,
}: {
  noun: Noun<View, Form>;
  record: View | undefined;
  /** What a new one begins with: a copy of another. */
  begin?: Partial<Form> | undefined;
  words: (field: keyof Form & string, form: Form) => string;
  onSaved: (saved: Saved<View>) => void;
}) {
  const { key, renew } = useKey();
  const [read, setRead] = useState(record);
  const [form, setForm] = useState<Form>(() => ({ ...noun.formOf(record), ...begin }));
  const [problem, setProblem] = useState<Problem>();
  const [clash, setClash] = useState<{ theirs: Form; clashes: Clash[]; taken: string[] }>();
  const [isSaving, setSaving] = useState(false);
  const began = useRef(form);
  const id = useRef(newKey());
  const name = `settings ${noun.one}`;
  const subject = record ? noun.idOf(record) : "new";
  const offer = useOffer<Form>(name, subject);

  useEffect(() => hold(id.current), []);
  useEffect(() => {
    if (same(form, began.current)) return undefined;
    const secret = new Set<string>(noun.fields.filter((field) => field.isSecret).map((field) => field.name));
    const kept = Object.fromEntries(Object.entries(form).filter(([field]) => !secret.has(field)));
    const timer = setTimeout(() => void keep(name, subject, id.current, kept), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form, name, subject, noun]);

  const label = (field: keyof Form): string => noun.fields.find((one) => one.name === field)?.label ?? String(field);
  const isUndecided = clash?.clashes.some((one) => one.chosen === undefined) ?? false;
  const isChanged = read === undefined || !same(form, noun.formOf(read));

  const finished = (body: Record<string, unknown>): Record<string, unknown> => noun.finish?.(body, form) ?? body;

  async function save(): Promise<void> {
    if (isSaving || isUndecided) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const answered = read
        ? await ask<View>("PUT", pathOf(noun, read), {
            body: finished(changedBody(noun.fields, form, noun.formOf(read))),
            key: key(),
            version: noun.versionOf(read),
          })
        : await ask<View>("POST", noun.path, { body: finished(newBody(noun.fields, form)), key: key() });
      await forget(id.current);
      void touched(noun.subject, ...(noun.touches ?? []));
      onSaved({ record: answered.body, isProposed: answered.isProposed });
    } catch (error) {
      const refused = asProblem(error);
      if (refused.status >= 400 && refused.status < 500) renew();
      if (refused.status === 412 && read) await compare(read).catch(() => setProblem(refused));
      else setProblem(refused);
    } finally {
      setSaving(false);
    }
  }

  /** Somebody was faster: what they made of it is read, and what only they changed is taken. */
  async function compare(before: View): Promise<void> {
    const now = (await ask<View>("GET", pathOf(noun, before))).body;
    const theirs = noun.formOf(now);
    const { merged, taken, conflicts } = merge(noun.formOf(before), form, theirs);
    const clashes = (conflicts as (keyof Form & string)[]).map((field) => ({
      id: field,
      label: label(field),
      mine: words(field, form),
      theirs: words(field, theirs),
    }));
    setRead(now);
    setForm(merged);
    setClash({ theirs, clashes, taken: taken.map((field) => label(field).toLowerCase()) });
  }

  function choose(field: string, chosen: "mine" | "theirs"): void {
    if (!clash) return;
    if (chosen === "theirs") setForm({ ...form, [field]: clash.theirs[field as keyof Form] });
    setClash({ ...clash, clashes: clash.clashes.map((one) => (one.id === field ? { ...one, chosen } : one)) });
  }

  return {
    form,
    read,
    problem,
    clash,
    isSaving,
    isUndecided,
    isChanged,
    offered: offer.offered,
    put: (change: Partial<Form>): void => setForm((before) => ({ ...before, ...change })),
    save: () => void save(),
    choose,
    takeUp: (kept: Kept<Form>): void => {
      setForm({ ...form, ...kept.value });
      offer.drop(kept.id);
    },
    dropKept: (kept: Kept<Form>): void => offer.drop(kept.id),
  };
}

/** What was left unsent in this form, offered once. */
function useOffer<Form>(name: string, subject: string) {
  const [offered, setOffered] = useState<Kept<Form>>();
  useEffect(() => followUnsent<Form>(name, subject, ([newest]) => setOffered(newest)), [name, subject]);
  return {
    offered,
    drop: (id: string): void => {
      setOffered(undefined);
      void forget(id);
    },
  };
}
