import { Button, Checkbox, Modal, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { type Account, choiceOf, useChart } from "../../api/accounts";
import { useDimensions } from "../../api/dimensions";
import { useKey } from "../../api/key";
import { Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { type Clash, Conflict } from "../../parts/Conflict";
import { Lookup } from "../../parts/Lookup";
import { merge } from "../../parts/merge";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { rank } from "../../text/search";
import { type AccountForm, LABELS, formOf, readAccount, saveAccount } from "./form";
import { CONTROLS, KINDS } from "./kinds";

/** Makes an account, or changes one. */
export function AccountDialog({
  account,
  begin,
  onClose,
  onSaved,
}: {
  /** Absent for a new one. */
  account: Account | undefined;
  /** What a new one begins with. */
  begin?: Partial<AccountForm> | undefined;
  onClose: () => void;
  /** It is saved, under this id. */
  onSaved?: ((id: string) => void) | undefined;
}): JSX.Element {
  const chart = useChart();
  const dimensions = useDimensions();
  const { key, renew } = useKey();
  const [read, setRead] = useState(account);
  const [form, setForm] = useState(() => ({ ...formOf(account), ...begin }));
  const [problem, setProblem] = useState<Problem>();
  const [clash, setClash] = useState<{ theirs: AccountForm; clashes: Clash[]; taken: string[] }>();
  const [isSaving, setSaving] = useState(false);
  const ways = useWays({ again: { title: "Save", run: () => void save() } });
  const put = (change: Partial<AccountForm>): void => setForm((before) => ({ ...before, ...change }));
  const isFrozen = read?.hasPostings === true;
  const parent = form.parentId ? chart?.byId.get(form.parentId) : undefined;
  const isUndecided = clash?.clashes.some((one) => one.chosen === undefined) ?? false;

  async function save(): Promise<void> {
    if (isSaving || isUndecided) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const id = await saveAccount(form, read, key());
      say(`${form.code} ${form.name} is saved`);
      onClose();
      await touched("accounts", "balances");
      onSaved?.(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      renew();
      if (error.status === 412 && read) await compare(read);
      else setProblem(error);
    } finally {
      setSaving(false);
    }
  }

  /** Somebody was faster: reads what they made of it, and takes what only they changed. */
  async function compare(began: Account): Promise<void> {
    const now = await readAccount(began.id);
    const theirs = formOf(now);
    const { merged, taken, conflicts } = merge(formOf(began), form, theirs);
    const words = (of: AccountForm, field: keyof AccountForm): string => wordsOf(of, field, (id) => chart?.byId.get(id)?.name ?? id);
    const clashes = conflicts.map((field) => ({ id: field, label: LABELS[field], mine: words(form, field), theirs: words(theirs, field) }));
    setRead(now);
    setForm(merged);
    setClash({ theirs, clashes, taken: taken.map((field) => LABELS[field].toLowerCase()) });
  }

  function choose(id: string, chosen: "mine" | "theirs"): void {
    if (!clash) return;
    const field = id as keyof AccountForm;
    if (chosen === "theirs") put({ [field]: clash.theirs[field] });
    setClash({ ...clash, clashes: clash.clashes.map((one) => (one.id === id ? { ...one, chosen } : one)) });
  }

  useActions([
    { id: "save-account", title: "Save the account", keys: "mod+enter", whileTyping: true, run: () => void save() },
    { id: "close-account", title: "Close", keys: "esc", quiet: true, run: onClose },
  ]);
  const fault = (field: keyof AccountForm): string | undefined => problem?.faultAt(`/${field}`);
  return (
    <Modal opened onClose={onClose} title={account ? `Change ${account.code} ${account.name}` : "New account"} closeButtonProps={{ "aria-label": "Close" }}>
      <form
        className="account-form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        {problem && <Refusal problem={problem} onWay={ways.go} />}
        {ways.part}
        {clash && <Conflict clashes={clash.clashes} taken={clash.taken} onChoose={choose} />}
        <div className="account-form-pair">
          <TextInput label={LABELS.code} value={form.code} error={fault("code")} data-autofocus required maxLength={32} onChange={(event) => put({ code: event.currentTarget.value })} />
          <TextInput label={LABELS.name} value={form.name} error={fault("name")} required maxLength={200} onChange={(event) => put({ name: event.currentTarget.value })} />
        </div>
        <NativeSelect
          label={LABELS.kind}
          value={form.kind}
          error={fault("kind")}
          disabled={isFrozen}
          data={[...KINDS]}
          onChange={(event) => put({ kind: event.currentTarget.value as AccountForm["kind"], parentId: null })}
        />
        <Lookup
          label="Below the group"
          placeholder="At the top"
          value={parent && chart ? choiceOf(chart, parent) : null}
          error={fault("parentId")}
          find={(typed) =>
            chart
              ? rank(
                  chart.all
                    .filter((one) => one.isGroup && one.kind === form.kind && one.id !== read?.id)
                    .map((one) => ({ code: one.code, name: one.name, path: chart.path(one), one })),
                  typed,
                ).map((hit) => choiceOf(chart, hit.one))
              : []
          }
          onChange={(choice) => put({ parentId: choice?.id ?? null })}
        />
        <Checkbox
          label="It is a group: it takes no entries and sums what is below it"
          checked={form.isGroup}
          disabled={isFrozen}
          onChange={(event) => put({ isGroup: event.currentTarget.checked })}
        />
        {!form.isGroup && (
          <>
            <div className="account-form-pair">
              <TextInput
                label={LABELS.currency}
                placeholder="Any"
                value={form.currency}
                error={fault("currency")}
                disabled={isFrozen}
                maxLength={3}
                onChange={(event) => put({ currency: event.currentTarget.value.toUpperCase() })}
              />
              <NativeSelect
                label="Sum of a subledger"
                value={form.controlFor}
                error={fault("controlFor")}
                disabled={isFrozen}
                data={[{ value: "", label: "none" }, ...Object.entries(CONTROLS).map(([value, label]) => ({ value, label }))]}
                onChange={(event) => {
                  const controlFor = event.currentTarget.value as AccountForm["controlFor"];
                  const opens = controlFor === "receivable" || controlFor === "payable";
                  put({ controlFor, ...(opens && { isReconcilable: true }) });
                }}
              />
            </div>
            <Checkbox
              label="Its lines are open items, to be matched with one another"
              checked={form.isReconcilable}
              error={fault("isReconcilable")}
              onChange={(event) => put({ isReconcilable: event.currentTarget.checked })}
            />
            {dimensions && dimensions.length > 0 && (
              <fieldset className="account-form-set">
                <legend>Every line must say</legend>
                {dimensions.map((one) => (
                  <Checkbox
                    key={one.id}
                    label={one.name}
                    checked={form.requiredDimensions.includes(one.code)}
                    onChange={(event) => {
                      const rest = form.requiredDimensions.filter((code) => code !== one.code);
                      put({ requiredDimensions: event.currentTarget.checked ? [...rest, one.code] : rest });
                    }}
                  />
                ))}
              </fieldset>
            )}
          </>
        )}
        {read && (
          <Checkbox
            label="Active: entries can name it"
            checked={form.isActive}
            error={fault("isActive")}
            onChange={(event) => put({ isActive: event.currentTarget.checked })}
          />
        )}
        {isFrozen && <p className="dim">It has entries, so its kind, currency and subledger stay as they are.</p>}
        <div className="account-form-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={isUndecided} title={isUndecided ? "choose a value above first" : undefined}>
            Save <kbd>Ctrl ⏎</kbd>
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function wordsOf(form: AccountForm, field: keyof AccountForm, name: (id: string) => string): string {
  const value = form[field];
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  return field === "parentId" ? (value ? name(value) : "the top") : (value ?? "");
}
