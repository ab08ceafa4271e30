import { Button, Checkbox, Radio, TextInput } from "@mantine/core";
import "@mantine/core/styles/Radio.css";
import type { JSX } from "react";
import { inWords, useRoles, useWarehouses } from "../../../api/people";
import { session } from "../../../api/session";
import type { ControlProps } from "../kit/noun";
import { conflictsOf } from "./duties";
import { DutyWarnings } from "./DutyWarnings";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password that nobody guesses and somebody can read out: four groups of four. */
export function suggestedPassword(): string {
  const signs = Array.from(crypto.getRandomValues(new Uint32Array(16)), (number) => LETTERS[number % LETTERS.length]).join("");
  return signs.match(/.{4}/g)?.join("-") ?? signs;
}

/** A password for somebody else, shown as it is given on. */
export function PasswordControl<Form>({ label, help, value, error, isFirst, onChange }: ControlProps<string, Form>): JSX.Element {
  return (
    <TextInput
      label={label}
      description={help}
      value={value}
      error={error}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={isFirst || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth="6rem"
      rightSection={
        <Button variant="subtle" size="compact-xs" h="1.5rem" onClick={() => onChange(suggestedPassword())}>
          Suggest one
        </Button>
      }
    />
  );
}

/** Roles as boxes. One with rights that the caller lacks cannot be given by them, and says so. */
export function RolesControl<Form>({ label, help, value, error, onChange }: ControlProps<string[], Form>): JSX.Element {
  const { data: roles } = useRoles();
  const now = session.get();
  const own = new Set<string>(now.state === "in" || now.state === "expired" ? now.me.permissions : []);
  const rights = (roles ?? []).filter((role) => value.includes(role.id)).flatMap((role) => role.permissions);
  return (
    <fieldset className="settings-set">
      <legend>{label}</legend>
      {help && <p className="dim">{help}</p>}
      {roles?.map((role) => {
        const isBeyond = role.permissions.some((right) => !own.has(right)) && !value.includes(role.id);
        return (
          <Checkbox
            key={role.id}
            label={role.isBuiltIn ? inWords(role.name) : role.name}
            description={isBeyond ? "It has rights that you do not have, so you cannot give it." : (role.description ?? undefined)}
            disabled={isBeyond}
            checked={value.includes(role.id)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...value, role.id] : value.filter((one) => one !== role.id))}
          />
        );
      })}
      {value.length === 0 && <p className="dim">Without a role they can sign in and do nothing.</p>}
      {error && <p className="negative">{error}</p>}
      <DutyWarnings conflicts={conflictsOf(rights)} />
    </fieldset>
  );
}

/** In which warehouses somebody works: everywhere, or in some with all that lies below them. */
export function WarehousesControl<Form>({ label, help, value, error, onChange }: ControlProps<string[] | null, Form>): JSX.Element {
  const { data: warehouses } = useWarehouses();
  return (
    <fieldset className="settings-set">
      <legend>{label}</legend>
      {help && <p className="dim">{help}</p>}
      <Radio name="warehouses" label="All warehouses, those of the future, too" checked={value === null} onChange={() => onChange(null)} />
      <Radio name="warehouses" label="Only these" checked={value !== null} onChange={() => onChange(value ?? [])} />
      {value !== null && (
        <div className="settings-columns settings-inner">
          {warehouses?.map((one) => (
            <Checkbox
              key={one.id}
              label={`${one.code} ${one.name}`}
              checked={value.includes(one.id)}
              onChange={(event) => onChange(event.currentTarget.checked ? [...value, one.id] : value.filter((id) => id !== one.id))}
            />
          ))}
          {value.length === 0 && <p className="dim">None: they see no goods.</p>}
        </div>
      )}
      {error && <p className="negative">{error}</p>}
    </fieldset>
  );
}
