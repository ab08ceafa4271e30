import { Button } from "@mantine/core";
import { type JSX, type ReactNode, useRef, useState } from "react";
import { useChart } from "../../../api/accounts";
import type { Problem } from "../../../api/problem";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { say } from "../../../app/toasts";
import { Conflict } from "../../../parts/Conflict";
import { Moment } from "../../../parts/Moment";
import { Refusal } from "../../../parts/Refusal";
import { useWays } from "../../../parts/useWays";
import { router } from "../../../app/router";
import { Dialog } from "../../close/Dialog";
import "../../close/close.css";
import { DeleteDialog } from "./DeleteDialog";
import { FieldControl } from "./FieldControl";
import { type Noun, wordsOf } from "./noun";
import { type Saved, useRecordForm } from "./useRecordForm";
import "./kit.css";

/** Makes a record of a kind, or changes one. Somebody else's changes meanwhile are compared field by field. */
export function RecordDialog<View, Form extends object>({
  noun,
  record,
  begin,
  size = "md",
  children,
  onSaved,
  onClose,
}: {
  noun: Noun<View, Form>;
  /** Absent for a new one. */
  record: View | undefined;
  begin?: Partial<Form> | undefined;
  size?: "md" | "lg" | "xl";
  /** What stands below the fields, by what they say: a warning, a preview. */
  children?: (form: Form, problem: Problem | undefined) => ReactNode;
  onSaved?: ((saved: Saved<View>) => void) | undefined;
  onClose: () => void;
}): JSX.Element {
  const chart = useChart();
  const accountName = (id: string): string => {
    const account = chart?.byId.get(id);
    return account ? `${account.code} ${account.name}` : id;
  };
  const form = useRef<HTMLDivElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const state = useRecordForm<View, Form>({
    noun,
    record,
    begin,
    words: (name, form) => {
      const field = noun.fields.find((one) => one.name === name);
      return field ? wordsOf(field, form, accountName) : "";
    },
    onSaved: (saved) => {
      tell(noun, saved);
      onClose();
      onSaved?.(saved);
    },
  });
  const ways = useWays({ again: { title: "Save", run: state.save } });
  const isNew = state.read === undefined;
  // Also where nothing of the form has the focus.
  useActions([{ id: "save-record", title: "Save", keys: "mod+enter", whileTyping: true, quiet: true, run: () => form.current?.closest("form")?.requestSubmit() }]);
  const whole = state.read && noun.whyFixed?.(state.read);
  const fields = noun.fields.filter((field) => field.isShown?.(state.form, isNew) ?? true);
  const missing = fields.find((field) => field.isRequired && !String(state.form[field.name] ?? "").trim());
  if (isDeleting && state.read) {
    return <DeleteDialog noun={noun} record={state.read} onClose={() => setDeleting(false)} onDone={onClose} />;
  }
  return (
    <Dialog
      title={isNew ? `New ${noun.one}` : `Change ${noun.titleOf(state.read as View)}`}
      act={isNew ? "Save" : "Save the change"}
      busy={state.isSaving}
      size={size}
      disabled={
        state.isUndecided
          ? "Choose a value above first."
          : missing
            ? `${missing.label} is missing.`
            : (whole ?? (state.isChanged ? undefined : "Nothing is changed yet."))
      }
      onAct={state.save}
      onClose={onClose}
    >
      {state.offered && (
        <p className="settings-offer" role="status">
          <span>
            You left this form unsent, <Moment at={new Date(state.offered.at).toISOString()} />.
          </span>
          <Button variant="default" size="compact-sm" onClick={() => {
              if (state.offered) state.takeUp(state.offered);
              form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
            }}
          >
            Go on with it
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => state.offered && state.dropKept(state.offered)}>
            Throw it away
          </Button>
        </p>
      )}
      {state.problem && <Refusal problem={state.problem} onWay={ways.go} />}
      {ways.part}
      {state.clash && <Conflict clashes={state.clash.clashes} taken={state.clash.taken} onChoose={state.choose} />}
      <div ref={form} className="record-fields">
        {fields.map((field, at) => (
          <FieldControl
            key={field.name}
            field={field}
            label={field.label}
            help={field.help}
            form={state.form}
            value={state.form[field.name]}
            error={state.problem?.faultAt(`/${field.name}`)}
            fixed={whole ?? (state.read ? noun.whyFieldFixed?.(state.read, field.name) : undefined)}
            isFirst={at === 0}
            onChange={(value) => state.put({ [field.name]: value } as Partial<Form>)}
          />
        ))}
      </div>
      {children?.(state.form, state.problem)}
      {!isNew && noun.deleting && !whole && may(noun.writes) && (
        <p>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            Delete…
          </Button>
        </p>
      )}
    </Dialog>
  );
}

/** Says what became of a form. What a second person must approve is not changed yet. */
export function tell<View, Form extends object>(noun: Noun<View, Form>, saved: Saved<View>): void {
  if (!saved.isProposed) {
    say(`The ${noun.one} is saved.`);
    return;
  }
  say("Proposed: it changes when a second person approves it.", {
    title: "Show",
    run: () => void router.navigate({ to: "/settings/$chapter", params: { chapter: "control-changes" } }),
  });
}
